import { NAME, row, type RelationRule } from './rule.ts';

export const GERMAN_RELATIONS: readonly RelationRule[] = [
  row(
    'home-wohne',
    'home',
    'changed',
    String.raw`wohn(?:e|en|t)\s+(?:jetzt\s+)?in\s+(?<v>${NAME})`,
    ['Ich wohne in Leipzig.'],
  ),
  row(
    'home-gezogen',
    'home',
    'always',
    String.raw`(?:bin|sind|ist)\s+nach\s+(?<v>${NAME})\s+(?:um)?gezogen`,
    ['Wir sind nach Dresden gezogen.'],
  ),
  row(
    'home-wohnung',
    'home',
    'changed',
    String.raw`(?:meine|unsere)\s+wohnung\s+ist\s+in\s+(?<v>${NAME})`,
    ['Meine Wohnung ist in Leipzig.'],
  ),
  row(
    'work-arbeite',
    'employer',
    'changed',
    String.raw`arbeite[nt]?\s+(?:jetzt\s+)?(?:bei|für)\s+(?:der\s+)?(?<v>.+?)$`,
    ['Ich arbeite bei Bosch.'],
  ),
  row(
    'work-als',
    'occupation',
    'changed',
    String.raw`arbeite[nt]?\s+(?:jetzt\s+)?als\s+(?<v>\p{L}+)`,
    ['Ich arbeite als Lehrer.'],
  ),
  row(
    'work-bin',
    'occupation',
    'changed',
    String.raw`bin\s+(?:jetzt\s+)?(?!vega|vegetar)(?<v>\p{L}+(?:er|in|or|ist|arzt))$`,
    ['Ich bin Lehrer.'],
  ),
  row(
    'diet-bin',
    'diet',
    'always',
    String.raw`bin\s+(?:jetzt\s+)?(?<v>vegetarier|veganer)(?:in)?\b`,
    ['Ich bin Vegetarierin.'],
  ),
  row(
    'vehicle-fahre',
    'vehicle',
    'changed',
    String.raw`fahre\s+(?:jetzt\s+)?(?:einen|eine|ein)\s+(?<v>\p{L}+)`,
    ['Ich fahre einen Golf.'],
  ),
  row(
    'has-habe',
    'has',
    'changed',
    String.raw`(?:habe|haben)\s+(?:jetzt\s+)?(?<n>einen|eine|ein|zwei|drei|vier|fünf)\s+(?<v>\p{L}+)$`,
    ['Ich habe zwei Katzen.'],
  ),
  row('does-rauche', 'does', 'never', String.raw`(?<v>rauche|spiele\s+\p{L}+)$`, ['Ich rauche.']),
  row(
    'name-heisst',
    'name',
    'always',
    String.raw`(?:(?:meine?|unsere?)\s+)?(?:neue[rn]?\s+)?(?<topic>frau|mann|freundin|freund|chefin` +
      String.raw`|chef|tochter|sohn|hund|katze)\s+heißt\s+(?<v>${NAME})`,
    ['Meine Frau heißt Sabine.'],
  ),
];

export const SPANISH_RELATIONS: readonly RelationRule[] = [
  row('home-vivo', 'home', 'changed', String.raw`viv(?:o|imos|e)\s+en\s+(?<v>${NAME})`, [
    'Vivo en Sevilla.',
  ]),
  row(
    'home-mudado',
    'home',
    'always',
    String.raw`(?:nos\s+hemos|me\s+he)\s+mudado\s+a\s+(?<v>${NAME})`,
    ['Nos hemos mudado a Málaga.'],
  ),
  row(
    'home-piso',
    'home',
    'changed',
    String.raw`(?:mi|nuestra|nuestro)\s+(?:piso|casa)\s+está\s+en\s+(?<v>${NAME})`,
    ['Mi piso está en Sevilla.'],
  ),
  row(
    'work-trabajo',
    'employer',
    'changed',
    String.raw`trabajo\s+en\s+(?:un\s+|una\s+)?(?<v>\p{L}+)$`,
    ['Trabajo en un banco.'],
  ),
  row('work-de', 'occupation', 'changed', String.raw`trabajo\s+(?:de|como)\s+(?<v>\p{L}+)`, [
    'Trabajo de enfermera.',
  ]),
  row(
    'work-soy',
    'occupation',
    'changed',
    String.raw`soy\s+(?!vegan|vegetar)(?<v>\p{L}+(?:ero|era|or|ora|ista|ogo|oga))$`,
    ['Soy enfermera.'],
  ),
  row('diet-soy', 'diet', 'always', String.raw`soy\s+(?<v>vegetarian|vegan)[oa]\b`, [
    'Soy vegana.',
  ]),
  row(
    'name-llama',
    'name',
    'always',
    String.raw`(?:(?:mi|nuestra|nuestro)\s+)?(?<topic>novia|novio|mujer|marido|jefe|jefa|hija|hijo` +
      String.raw`|perro|gato)\s+se\s+llama\s+(?<v>${NAME})`,
    ['Mi novia se llama Laura.'],
  ),
  row(
    'has-tengo',
    'has',
    'changed',
    String.raw`(?:tengo|tenemos)\s+(?<n>un|una|dos|tres|cuatro|cinco)\s+(?<v>\p{L}+)$`,
    ['Tengo dos hijos.'],
  ),
  row('does-fumo', 'does', 'never', String.raw`(?<v>fumo)$`, ['Fumo.']),
];
