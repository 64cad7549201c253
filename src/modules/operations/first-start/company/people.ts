import type { MemberKind } from '#people/users/index.js';
import type { StoryDay } from './calendar.js';

/** Somebody of the demo's company. */
export interface DemoPerson {
  readonly username: string;
  readonly firstName: string;
  readonly lastName: string;
  readonly country: string;
  readonly kind: MemberKind;
  /** Username; null for the founder. */
  readonly sponsor: string | null;
  /** Parent and leg in the placement tree; null: by the rule of the network, or not placed. */
  readonly place: readonly [parent: string, leg: 1 | 2] | null;
  readonly came: StoryDay;
  /** What is bought in each of the four months: a key of `BASKETS`, or nothing. */
  readonly baskets: readonly (string | undefined)[];
}

/**
 * Sponsor, place (parent and leg), the month and day of coming, and a basket for each month (`-` for none). Who is below stands
 * after who is above. The founders, up to carol, were there before the applications.
 */
const DISTRIBUTORS = `
helena  Helena Lindqvist SE -      -         0/1.3  XL H H H
alice   Alice Martin     US helena helena:1  0/1.4  L H W W
bob     Bob Berger       DE alice  alice:1   0/1.5  L H W W
carol   Carol Rossi      IT bob    bob:1     0/1.6  M - L M
diego   Diego Fernández  ES helena helena:2  0/2.4  XL W W W
oskar   Oskar Virtanen   FI helena diego:1   0/3.6  K - S S
mei     Mei Tanaka       JP helena diego:2   0/3.7  L H W W
marta   Marta Nowak      PL alice  alice:2   0/5.4  K XL H N
emil    Emil Hansen      DK bob    bob:2     0/6.5  K - XL H
lucia   Lucía Gómez      MX diego  mei:1     0/8.7  K XL H W
jonas   Jonas Keller     AT alice  marta:2   0/9.3  K L XL H
liam    Liam O’Connor    IE marta  marta:1   0/11.4 K L XL XL
pablo   Pablo Ruiz       ES diego  mei:2     0/12.5 - L XL H
hana    Hana Sato        JP mei    pablo:2   0/14.6 K L XL H
viktor  Viktor Olsen     NO oskar  oskar:1   0/16.4 M - - -
sofia   Sofia Marino     IT carol  carol:1   0/18.5 K - L A
chloe   Chloé Dubois     FR marta  liam:1    0/20.6 L - XL XL
peter   Peter Schmid     CH emil   emil:1    0/21.4 M - L -
noah    Noah Williams    US jonas  jonas:1   1/2.4  - K L XL
grace   Grace Thompson   GB jonas  jonas:2   1/3.5  - K XL L
elena   Elena Petrova    BG lucia  lucia:1   1/5.6  - K XL H
tomas   Tomáš Novák      CZ lucia  lucia:2   1/7.4  - L - XL
kenji   Kenji Mori       JP mei    hana:1    1/8.5  - K XL H
yuki    Yuki Ito         JP hana   hana:2    1/10.6 - L - L
ruth    Ruth Becker      DE emil   emil:2    1/12.4 - M - L
georg   Georg Wagner     AT peter  peter:1   1/13.5 - M - -
anna    Anna Kowalska    PL marta  chloe:1   1/15.6 - L - L
ivan    Ivan Horvat      HR viktor viktor:1  1/17.4 - M M -
beate   Beate Lang       AT georg  georg:1   1/24.5 - - M M
omar    Omar Haddad      MA noah   noah:1    2/4.6  - - K L
priya   Priya Sharma     IN grace  grace:1   2/6.4  - - L A
karin   Karin Nilsson    SE helena -         2/8.5  - - M -
marco   Marco Ricci      IT alice  -         3/12.6 - - - L
nadia   Nadia Salem      EG mei    -         3/18.4 - - - -`;

const CUSTOMERS = `
max     Max Weber        DE bob    customer  0/7.6  S S - D
isabel  Isabel Costa     PT alice  customer  0/10.4 - A - S
lena    Lena Fischer     DE bob    preferred 0/13.5 M - M A
james   James Miller     US alice  preferred 0/15.6 L - M -
felix   Felix Braun      DE bob    customer  0/19.4 S - L L
amelie  Amélie Laurent   FR chloe  customer  0/22.5 S - - D
sakura  Sakura Abe       JP hana   customer  1/11.6 - M - M
daniel  Daniel Levi      IL mei    preferred 1/14.4 - M - L
lars    Lars Jensen      DK emil   customer  2/3.5  - - S D
bianca  Bianca Conti     IT carol  customer  2/10.6 - - S -`;

const named = (rows: string): string[][] =>
  rows
    .trim()
    .split('\n')
    .map((row) => row.split(/ +/));

function cameOn(text: string): StoryDay {
  const [month, day] = text.split('/').map(Number);
  return { month: month!, day: day! };
}

const bought = (tokens: readonly string[]): (string | undefined)[] =>
  tokens.map((one) => (one === '-' ? undefined : one));

/** Everybody, those above before those below. */
export const DEMO_PEOPLE: readonly DemoPerson[] = [
  ...named(DISTRIBUTORS).map(([username, firstName, lastName, country, sponsor, place, came, ...baskets]) => {
    const [parent, leg] = place!.split(':');
    return {
      username: username!,
      firstName: firstName!,
      lastName: lastName!,
      country: country!,
      kind: 'distributor' as const,
      sponsor: sponsor === '-' ? null : sponsor!,
      place: leg === undefined ? null : ([parent!, leg === '1' ? 1 : 2] as const),
      came: cameOn(came!),
      baskets: bought(baskets),
    };
  }),
  ...named(CUSTOMERS).map(([username, firstName, lastName, country, sponsor, kind, came, ...baskets]) => ({
    username: username!,
    firstName: firstName!,
    lastName: lastName!,
    country: country!,
    sponsor: sponsor!,
    kind: kind as MemberKind,
    place: null,
    came: cameOn(came!),
    baskets: bought(baskets),
  })),
];
