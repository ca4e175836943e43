import type { Category } from '../maker.ts';

/**
 * Starting words for the categories, chosen by hand. A word has weight 1, or the weight after `:`.
 * `_` joins the words of a phrase. Words are compared by their stems, so one form of a word is
 * enough.
 */
export const LEXICON: Readonly<Record<Exclude<Category, 'other'>, string>> = {
  personal: `diary garden:2 soil flowers:1 myself lonely hobby habit chore laundry neighbor apartment roommate haircut wardrobe
    resolution journal mood birthday:1 closet pet dog cat puppy kitten keys clean_room sleep alarm
    reminder grocery errand haircut barber salon tattoo`,
  education: `school:2 teacher:2 student:2 class:2 homework:3 exam:3 university:2 college:2 professor:2 lecture:2
    study:2 learn grade:2 semester:3 course:2 curriculum:3 tuition:3 scholarship:3 campus:2 degree textbook:3 essay
    graduate:2 diploma:2 classroom:3 kindergarten:2 lesson:2 math:2 chemistry_class:2 thesis:2 tutor:3 library major
    enroll:2 registration academic:2 dictionary vocabulary:2 grammar:2 pronunciation:2 pupil:2 quiz:2 mathematics:2 english dormitory:2 freshman:3
    dissertation:2 spelling test midterm:3 transcript language principal toefl:3 abroad`,
  health: `doctor:2 hospital:3 patient:2 medicine:3 pain:2 headache:3 fever:3 cough:3 symptom:3 prescription:3 dose
    nurse:2 surgery:3 disease:3 illness:3 sick:2 ill:2 diet:2 vitamin:2 exercise allergy:3 allergic:3 infection:3 blood:2
    pressure tooth:2 dentist:3 toothache:3 clinic:3 vaccine:3 therapy cancer:2 diabetes:3 heart weight:2 healthy:2 health:2 flu:3
    stomach:2 throat:2 injury:2 injure:2 smoke:2 quit_smoking:3 medication:3 pill:2 pharmacy:3 calorie:2 nutrition:2 asthma:3 wound:2
    breathe:2 physical x-ray:3 diagnosis:3 fat hurt:2 sore:2 virus:2 cold sneeze:2 dizzy:2 bandage:2 ankle:2 sleepless:2 insomnia:3
    ambulance:2 cholesterol:3 physician:3 tablet checkup:3 nose lung:2 chest:2 appetite overweight:2 vegetable dermatologist:3 gynecologist:3`,
  finance: `bank:2 account:2 loan:3 mortgage:3 deposit:3 withdraw:3 withdrawal:3 credit:2 debit:3 balance:2 interest_rate:3
    investment:3 invest:2 stock:2 bond:2 savings:3 saving:2 cash:2 check cheque:2 tax:2 budget:2 insurance:2 dollar currency:2
    exchange_rate:3 dividend:3 portfolio:3 fund:2 payment transfer:2 debt:3 atm:3 income:2 bill fee pension:2 salary rmb:1 yuan
    bankrupt:2 broker:2 money:2 financial:3 teller:3 pin passbook:3 remit:3 remittance:3 overdraft:3 collateral:3 share capital:2
    checking_account:3 savings_account:3 afford refund rent_payment lend:2 borrow_money:3 owe:2 yield interest`,
  legal: `lawyer:3 attorney:3 court:3 judge:2 contract lawsuit:3 sue:3 law:2 legal:3 police:2 arrest:3 crime:2 criminal:3
    theft:2 thief:2 steal:2 robbery:2 jail:3 prison:3 trial:2 guilty:2 evidence:2 witness:2 copyright:2 patent:2 custody:2 divorce_lawyer:3
    ticket_speeding:2 jury:3 verdict:3 testify:3 notary:3 will_testament:2 liability:2 clause:2 illegal:2 accuse:2 officer
    speeding:2 license_registration:2 murder:2 victim:2 mug:2 stolen:2 violation:2`,
  philosophy: `philosophy:3 philosopher:3 ethics:3 moral:2 morality:3 existence:2 consciousness:2 meaning_life:3 free_will:3
    truth plato:3 socrates:3 kant:3 nietzsche:3 stoic:3 stoicism:3 virtue:2 metaphysics:3 epistemology:3 logic existential:3 reason wisdom:2
    fate:2 destiny:2 utilitarian:3 ideal`,
  spiritual: `god:2 church:3 pray:3 prayer:3 faith:2 religion:3 religious:3 bible:3 soul:2 spirit:2 spiritual:3 meditation:2
    buddhist:3 buddhism:3 christian:2 muslim:2 islam:3 temple:2 mosque:3 heaven:2 worship:3 sermon:3 priest:3 monk:2 karma:2 blessing:2
    holy:2 jesus:3 christ:2 zen:2 astrology:2 horoscope:2 ghost:1 sin:2`,
  science: `science:3 scientist:3 experiment:2 physics:3 chemistry:2 biology:2 research:1 theory:2 planet:2 space:1 universe:2 galaxy:3
    molecule:3 atom:3 dna:3 gene:2 genetic:2 evolution:2 laboratory:2 hypothesis:2 telescope:3 quantum:3 gravity:2 astronomy:3 astronaut:3
    neuron:2 fossil:2 dinosaur:2 species:2 statistic cell bacteria:2 rocket:2 corpus:2 data acoustic:2 annotation:2 recognizer:2
    algorithm:1 feature probability:2 model digits:2 ufo:3 alien:3 mars:2 moon signal:1 bayesian:3 transcription:2`,
  entrepreneurship: `startup:3 founder:3 entrepreneur:3 venture:2 investor:2 pitch:2 seed_round:3 funding:2 bootstrap:2 co-founder:3
    incubator:3 accelerator:3 valuation:3 equity:2 angel:2 launch own_business:3 start_business:3 franchise:2 mvp:3 runway:2 business_plan:2
    own_company:2 small_business:2 crowdfunding:3 pivot:2`,
  parenting: `baby:2 toddler:3 diaper:3 bedtime:2 kid:1 children:1 parent:2 parenting:3 nanny:3 babysitter:3 babysit:3 pregnant:2 pregnancy:2 daycare:3
    preschool:2 breastfeed:3 infant:3 newborn:3 tantrum:3 stroller:3 discipline:2 teenager:2 curfew:3 playground:2 child:1 potty:3 formula crib:3
    screen_time:2 grounded:2 allowance:2 naughty:2 spoil:2 upbringing:3`,
  romantic: `date:1 dating:3 boyfriend:3 girlfriend:3 love:2 romantic:3 kiss:3 relationship:2 marry:2 marriage:2 wedding:2 bride:3 groom:3
    engaged:2 engagement:2 propose:2 honeymoon:3 valentine:3 crush:2 flirt:3 break_up:2 breakup:3 broke_up:3 fiance:3 fiancee:3 anniversary:2 jealous:2 divorce:2 cheat:2 darling:1
    sweetheart:2 affair:2 blind_date:3 fall_love:3 fell_love:3 single attractive:1 ex-boyfriend:3 ex-girlfriend:3 couple:1 husband:1 wife:1 first_date:3 sight:1 lover:2`,
  travel: `travel:3 trip:2 flight:3 airport:3 hotel:3 passport:3 visa:2 luggage:3 suitcase:3 tour:2 tourist:3 vacation:2 holiday:1
    reservation:1 check-in:2 boarding:3 airline:3 plane:2 train:2 bus:2 taxi:2 cab:2 subway:2 station:1 map:1 beach:1 island:1 sightsee:3 sightseeing:3
    destination:3 abroad:1 cruise:2 car_rental:3 rental:2 rent_car:3 room:1 ticket:1 layover:3 depart:2 departure:3 arrive:1 itinerary:3 baggage:3
    customs:2 guide:1 scenic:2 museum:1 ride:1 single_room:2 double_room:2 hostel:3 backpack:2 landmark:2 gate:1 seat:1 fly:1 drive:1 route:2 highway:1 attraction:2
    souvenir:2 bellboy:3 resort:2 city:1 stop:1 aisle:2 turn_left:2 turn_right:2 straight:1 street:1 block:1 road:1 traffic_jam:1 economy_class:3 one-way:2 round-trip:3
    car:1 fare:2 great_wall:2 lost avenue wifi:1 smoking_allowed:1 stay:1 transfer_bus:1 scenery:2 camping:1 camp:1 pick_up`,
  inspiration: `inspire:3 inspiration:3 motivation:2 motivate:2 dream:1 courage:2 overcome:2 gratitude:2 grateful:1 quote:2 achieve:2 success:1
    perseverance:3 role_model:3 hero:1 positive:1 encourage:1 believe_yourself:3 persist:2 aspire:3 mentor:1 never_give:3 uplifting:3`,
  technology: `computer:3 software:3 internet:3 app:2 website:3 phone:1 laptop:3 program:1 code:2 programming:3 programmer:2 database:3 server:2 email:2 e-mail:2
    online:2 network:2 digital:2 robot:2 artificial_intelligence:3 machine_learning:3 hacker:3 password:2 download:3 upload:3 bug:2 browser:3 cloud:1 device:1
    smartphone:3 screen:1 keyboard:3 printer:2 virus_computer:3 api:3 deploy:3 deployment:3 wifi:1 gadget:2 electronic:1 camera:1 technology:3 tech:2 chip:2 battery:1
    usb:3 install:2 click:2 web:2 blog:2 interface:1 mp3:2 cell_phone:2 file:1 backup:2 cpu:3 ram:3 hardware:3 desktop:2 wireless:1 algorithm:2 developer:2 data:1 crash:1 migration:1`,
  business: `business:2 company:1 customer:2 client:2 market:2 sales:2 sell:1 product:2 marketing:3 price:1 order:1 shipment:3 supplier:3 contract:2
    negotiate:3 negotiation:3 delivery:2 profit:2 revenue:3 advertising:2 advertisement:2 brand:2 export:3 import:2 trade:2 commission:2 discount:1 quotation:3 invoice:3
    partner:1 cooperation:2 merchandise:2 factory:2 manufacture:2 manufacturer:2 quality:1 complaint:2 goods:3 agency:1 agent:1 wholesale:3 catalogue:2 catalog:2
    sample:2 terms:1 remote_control:2 retail:2 deal:1 competitor:3 strategy:2 logo:1 letter_credit:3 packing:2 inquiry:2 offer:1 firm:2 corporate:2 l/c:3 shipping:2 warranty:2 stockholder:2`,
  social: `party:3 friend:2 invite:2 invitation:3 gathering:3 guest:2 neighbor:2 birthday_party:3 hang_out:2 chat:1 gossip:3 celebrate:2 celebration:2 reunion:2
    community:1 club:1 volunteer:2 barbecue:2 picnic:2 drinks:1 host:1 dinner_party:3 introduce:1 greeting:1 toast:1 gift:1 present:1 dance_party:2 housewarming:3
    wine:1 date_friends birthday:2 introduction:2 restaurant:2 dinner:2 lunch:2 table_for:2 menu:2 etiquette:2 catch_up:2 charity:2`,
  work: `job:3 boss:3 office:2 colleague:3 coworker:3 manager:2 meeting:2 interview:3 resume:3 salary:2 promotion:3 project:2 deadline:3 report:2 employee:3
    employer:3 overtime:3 secretary:2 position:2 career:2 hire:3 fire:1 resign:3 raise:1 department:2 work:1 working:1 task:2 schedule:1 agenda:2 presentation:2
    conference:1 experience:1 staff:2 supervisor:3 training:1 team:1 apply:1 application:1 qualification:3 applicant:3 memo:2 copy:1 fax:2 desk:1 duty:2 shift:2 workload:3
    document:1 budget_meeting:2 minutes_meeting:2 personnel:3 vacancy:3 workplace:3 sick_leave:2 assistant:1 candidate:2 retire:2 unemployed:3 bonus:2 appointment:1
    extension:1 message:1 typing:2 stapler:2 photocopy:2 human_resources:3 recruit:3 recruitment:3 wage:2 job_interview:3 company:1 responsible:1 quit_job:3 contact:1`,
  sports: `game:1 team:1 football:3 soccer:3 basketball:3 tennis:3 baseball:3 golf:3 swim:2 swimming:2 gym:2 workout:2 run:1 running:2 marathon:3 match:2 coach:2 player:2
    score:2 win:1 league:2 championship:3 olympics:3 olympic:3 athlete:3 yoga:2 fitness:2 hike:2 hiking:2 ski:3 skiing:3 skate:2 bike:1 cycling:2 volleyball:3 hockey:3 boxing:3
    tournament:3 stadium:2 goal:1 ball:1 race:1 sport:3 surf:2 jog:2 jogging:2 badminton:3 cricket:3 rugby:3 defense:1 fan:1 exercise:2 train:1 muscle:2 martial_arts:3 tai_chi:2 training:1 ping-pong:3 fishing:1`,
  politics: `government:2 election:3 vote:3 president:2 senator:3 congress:3 parliament:3 minister:2 policy:2 party_leader:2 democracy:3 democrat:3 republican:3
    campaign:1 political:3 politics:3 politician:3 mayor:3 law:1 protest:2 war:2 immigration:2 immigrant:2 candidate:2 governor:3 legislation:3 committee:2 federal:2
    constitution:3 debate:2 diplomat:3 diplomatic:2 terrorism:2 terrorist:2 treaty:2 prime_minister:3 citizen:2 motion:1 chair:1 member:1 witness:1 funding:1 speaker:1
    bill:1 amendment:3 province:2 opposition:2 rights:2 military:2 army:2 amendment welsh:2 assembly:2 ballot:3 nation:1 soldier:2`,
  literature: `book:2 novel:3 author:3 poem:3 poet:3 poetry:3 writer:2 literature:3 chapter:2 fiction:3 shakespeare:3 read:1 reading:2 library:1 plot:2 publish:2
    story:1 bookstore:3 character:1 biography:2 paperback:3 publisher:2 essay:1 romance_novel:2 bestseller:3 narrator:3 write:1 memoir:3 verse:2 fairy_tale:2 classics:1 manuscript:2`,
  history: `history:3 historical:2 century:2 ancient:3 empire:3 emperor:3 dynasty:3 war:1 revolution:2 king:2 queen:1 medieval:3 civilization:3 archaeology:3
    colony:2 colonial:3 independence:2 heritage:2 historian:3 pyramid:2 world_war:3 castle:2 tomb:2 great_wall:1 founded:2 generation:1 roman:2 treaty:1`,
  architecture: `architect:3 architecture:3 building:2 skyscraper:3 floor_plan:3 construction:2 blueprint:3 facade:3 brick:2 concrete:2 tower:2 bridge:2 dome:3 column:2
    renovation:2 gothic:3 structural:2 engineer:1 elevation:2 roof:2 foundation:1 urban_planning:3 cathedral:2 balcony:1 zoning:2 style:1`,
  music: `music:3 song:3 band:2 concert:2 guitar:3 piano:3 sing:3 singer:3 album:3 melody:3 jazz:3 rock_roll:3 classical_music:3 orchestra:3 drum:3 violin:3 lyric:3 rhythm:3
    opera:2 symphony:3 tune:2 playlist:3 musician:3 choir:3 genre:1 pop:2 rapper:3 hip-hop:3 musical:2 instrument:2 play_song:3 speaker_device:2 artist:1 listen:1 headphones:2 play`,
  weather: `weather:3 rain:3 rainy:3 sunny:3 snow:3 temperature:3 forecast:3 storm:3 cloud:2 cloudy:3 wind:2 windy:3 umbrella:3 humid:3 humidity:3 hot:1 cold:1 degree:1
    degrees:2 sunshine:2 thunder:3 hurricane:3 tornado:3 climate:2 season:1 celsius:3 fahrenheit:3 typhoon:3 drizzle:3 warm:1 winter:1 summer:1 freeze:1 fog:3 raining:3 spring:1 precipitation:3`,
  news: `news:3 newspaper:3 headline:3 journalist:3 reporter:3 breaking:2 broadcast:2 article:2 press:2 magazine:1 media:1 report:1 announce:1 channel:1 editor:2 interview_press:2 current_events:3 scandal:2 earthquake:2 accident:1 disaster:2 rumor:1`,
  entertainment: `movie:3 film:3 tv:3 television:3 show:2 actor:3 actress:3 theater:3 theatre:3 cinema:3 watch:1 comedy:3 drama:2 game:1 video_game:3 series:1 episode:3 celebrity:3
    director:2 ticket:1 festival:1 magic:1 circus:3 cartoon:3 netflix:3 stream:1 horror:2 star:1 audience:2 trailer:2 performance:2 dance:1 concert:1 play:1 fun:1 amusement:2 event:2 subtitle:2
    subtitles:2 documentary:2 joke:2 genre:2 thriller:3 animation:3 exhibition:1 ballet:2 chess:1 cards:1 puppet:2 program:1 channel:2 zoo:2 rerun:2`,
  psychology: `psychology:3 psychologist:3 therapist:2 therapy:2 anxiety:3 anxious:2 depression:3 depressed:2 stress:2 trauma:3 emotion:2 emotional:1 mental:2 mental_health:3 counseling:2
    counselor:2 personality:2 behavior:2 self-esteem:3 panic:2 phobia:3 mindfulness:2 cope:1 psychiatrist:3 addiction:2 upset:1 burnout:3 subconscious:3 bipolar:3 nervous:1 pressure:1 lonely:1`,
  real: `real_estate:3 realtor:3 landlord:2 tenant:2 lease:2 property:2 house_hunting:3 listing:2 bedroom:2 square_feet:3 balcony:2 down_payment:2 open_house:2 apartment:2 rent:2 owner:1 furnished:2 unfurnished:2
    condo:3 housing:2 move_in:2 sublet:3 neighborhood:1 buyer:1`,
  design: `design:3 designer:3 logo:2 color:1 font:3 layout:2 sketch:2 prototype:3 user_interface:3 fashion:2 interior:2 pattern:1 shape:1 button:2 style:1 graphic:2 illustration:2
    typography:3 poster:2 mockup:3 wireframe:3 ergonomic:3 usability:3 user-friendly:2 remote:1 rubber:1 scroll:1 palette:3 furniture:1 decorate:1`,
  family: `family:3 mother:2 father:2 mom:2 dad:2 sister:2 brother:2 son:2 daughter:2 wife:2 husband:2 grandmother:2 grandfather:2 grandma:2 grandpa:2 aunt:2 uncle:2 cousin:2 parents:2 kids:2 children:2 niece:2
    nephew:2 relatives:3 twins:2 in-laws:3 sibling:2 thanksgiving:1 home:1 mum:2 child:1 marry:1 married:1 grandson:2 wedding:2 grow_up:1 childhood:2`,
  economics: `economy:3 economic:3 economics:3 inflation:3 gdp:3 recession:3 unemployment:2 supply:1 demand:1 trade_war:3 tariff:3 monetary:3 fiscal:3 central_bank:3 subsidy:2 growth_rate:2 deficit:3
    globalization:3 labor:1 wealth:1 poverty:2 market_economy:3 consumer:2`,
  environment: `environment:3 environmental:3 pollution:3 pollute:3 climate_change:3 global_warming:3 recycle:3 recycling:3 carbon:3 emission:3 solar:2 renewable:3 wildlife:2 forest:2 ocean:2 endangered:3
    conservation:3 plastic:2 garbage:2 waste:1 ecosystem:3 sustainable:3 energy:1 nature:1 drought:2 ozone:3 trash:1 litter:2 tree:1 greenhouse:2 biodiversity:3 habitat:2 deforestation:3 green:1`,
};
