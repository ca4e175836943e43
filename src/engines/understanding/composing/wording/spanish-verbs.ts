/** Infinitives of Spanish verbs from the forms in which people ask and promise. */
import { pairsOf, wordList } from '../../../../core/text.ts';

/** Regular verbs, and with a colon how the vowel of their stem changes. */
const VERBS = wordList(`
  abonar abrir acabar aceptar acercar acompañar acordar:ue actualizar adelantar agendar alquilar
  anotar anular apagar aparcar apartar apuntar arreglar asistir averiguar avisar ayudar bajar
  barrer borrar buscar cambiar cancelar cargar cerrar:ie checar cobrar coger colgar:ue comentar
  comer comprar comprobar:ue confirmar conseguir:i consultar contar:ue contestar contratar
  coordinar copiar correr cortar coser cubrir cuidar dejar depositar descargar devolver:ue echar
  elegir:i empezar:ie encargar enseñar entregar enviar escribir esperar estudiar explicar facturar
  firmar ganar girar grabar guardar hablar imprimir ingresar instalar intentar invitar juntar
  lavar leer limpiar llamar llenar llevar mandar marcar mirar montar mostrar:ue ordenar organizar
  pagar parar pasar pedir:i pegar pensar:ie pintar planchar poner preguntar preparar presentar
  prestar probar:ue quedar quitar rebajar recibir recoger recordar:ue regar:ie reparar repasar
  repetir:i reservar responder revisar rellenar sacar salir seguir:i sembrar:ie separar subir
  sumar tapar terminar tirar tocar tomar trabajar traer transferir:ie tramitar usar vaciar vender
  venir:ie verificar viajar vigilar visitar volver:ue cocinar sentar:ie andar vivir
  jugar:ue dormir:ue practicar nadar cantar beber fumar`);

/** Forms of irregular verbs. */
const IRREGULAR = pairsOf(`
  hago:hacer haces:hacer hace:hacer haz:hacer haga:hacer hagas:hacer haré:hacer hagan:hacer
  hacés:hacer hagamos:hacer pongo:poner pones:poner pone:poner pon:poner ponga:poner pongan:poner
  pondré:poner traigo:traer traiga:traer traigan:traer salgo:salir salga:salir saldré:salir
  vengo:venir venga:venir vendré:venir digo:decir dices:decir dice:decir diga:decir dígan:decir
  diré:decir doy:dar daré:dar voy:ir vas:ir va:ir vaya:ir vayan:ir iré:ir veo:ver vea:ver veré:ver
  recojo:recoger recoja:recoger cojo:coger coja:coger consigo:conseguir consiga:conseguir
  elijo:elegir sigo:seguir siga:seguir envío:enviar envía:enviar envíe:enviar vacío:vaciar
  vacía:vaciar tengo:tener tenga:tener oigo:oír lleva:llevar cuelgo:colgar`);

export const plainLetters = (text: string): string =>
  text
    .normalize('NFD')
    .replaceAll(/(?<!n)\u0301|\u0308/gu, '')
    .normalize('NFC');

/** The stem before a soft vowel: "busque", "pague", "organice", and "cojo". */
function respelled(stem: string, infinitive: string, ending: string): string {
  if (infinitive.endsWith('ar') && ending.startsWith('e')) {
    return stem.replace(/c$/u, 'qu').replace(/g$/u, 'gu').replace(/z$/u, 'c');
  }
  if (/g[ei]r$/u.test(infinitive) && /^[oa]/u.test(ending)) return stem.replace(/g$/u, 'j');
  return infinitive.endsWith('guir') && /^[oa]/u.test(ending) ? stem.replace(/gu$/u, 'g') : stem;
}

const FORMS = new Map<string, string>();
/** "Trabajo" to "trabaja". */
const THIRD = pairsOf(`
  soy:es estoy:está tengo:tiene hago:hace voy:va doy:da sé:sabe vengo:viene salgo:sale pongo:pone
  traigo:trae digo:dice veo:ve he:ha puedo:puede quiero:quiere prefiero:prefiere conozco:conoce
  sufro:sufre detesto:detesta odio:odia crío:cría nací:nació padezco:padece conduzco:conduce
  tenía:tenía era:era fui:fue llevo:lleva peso:pesa mido:mide`);
for (const verb of VERBS) {
  const [infinitive, change] = verb.split(':') as [string, string | undefined];
  const stem = infinitive.slice(0, -2);
  const changed = change
    ? stem.replace(change === 'ue' ? /[ou](?=[^aeiou]*$)/u : /e(?=[^aeiou]*u?$)/u, change)
    : stem;
  const isFirst = infinitive.endsWith('ar');
  const [ending, other] = isFirst ? ['a', 'e'] : ['e', 'a'];
  for (const each of new Set([stem, changed])) {
    for (const end of ['o', `${ending}s`, ending, other, `${other}s`, `${other}n`]) {
      FORMS.set(plainLetters(respelled(each, infinitive, end) + end), infinitive);
    }
  }
  const stressed = infinitive.slice(-2, -1);
  for (const end of [`${stressed}s`, `${stressed}mos`, stressed])
    FORMS.set(plainLetters(stem + end), infinitive);
  FORMS.set(plainLetters(`${infinitive}e`), infinitive);
  THIRD.set(respelled(changed, infinitive, 'o') + 'o', changed + ending);
}
for (const [form, infinitive] of IRREGULAR) FORMS.set(plainLetters(form), infinitive);
/** These forms are other words more often. */
for (const word of wordList('para como nada entre sobre bajo junto cerca cargo casa cuenta pago'))
  FORMS.delete(word);

export const isSpanishInfinitive = (word: string): boolean =>
  /^\p{L}+[aeií]r(?:(?:me|te|se|nos|os)?(?:l[aoe]s?)?)$/u.test(word) && !NO_VERBS.has(word);

const NO_VERBS = new Set(
  wordList(`
  ayer mujer lugar hogar bar mar par pesar azúcar taller militar familiar celular particular
  escolar popular singular primer tercer alquiler cualquier`),
);

export interface SpanishVerb {
  infinitive: string;
  /** The pronouns at its end: "melo" of "mándemelo". */
  clitics: string;
}

/** Reads a form of the present, the future or an imperative; null for another word. */
export function spanishVerb(form: string): SpanishVerb | null {
  const plain = plainLetters(form.toLowerCase());
  const known = FORMS.get(plain);
  if (known !== undefined) return { infinitive: known, clitics: '' };
  const future = /^(\p{L}+[aei]r)(?:e|as|emos|an)$/u.exec(plain)?.[1];
  if (future && /[éáé]/u.test(form)) return { infinitive: future, clitics: '' };
  const parts = /^(\p{L}+?)((?:me|te|se|nos|os)?(?:l[aoe]s?)?)$/u.exec(plain);
  const infinitive = parts && parts[2] ? FORMS.get(parts[1]!) : undefined;
  return infinitive === undefined ? null : { infinitive, clitics: parts![2]! };
}

export const spanishThirdPerson = (form: string): string => THIRD.get(form) ?? form;
