/** Words that stand for a name. */
export const WORDS: Readonly<Record<string, string>> = {
  '(none)': '(keiner)',
  none: 'keiner',
  retail: 'Einzelhandel',
  'fast start': 'Schnellstart',
  matching: 'Spiegelbonus',
  'rank advancement': 'Rangaufstieg',
  caps: 'Obergrenzen',
  'what was taken back': 'Rückbuchungen',
  'own qualifying volume': 'eigenes qualifizierendes Volumen',
  'personal volume': 'persönliches Volumen',
  'group volume': 'Gruppenvolumen',
  'own commissionable volume': 'eigenes provisionsfähiges Volumen',
  suspended: 'ausgesetzt',
  terminated: 'gekündigt',
  placed: 'aufgegeben',
  paid: 'bezahlt',
  completed: 'abgeschlossen',
  cancelled: 'storniert',
  returned: 'zurückgegeben',
  'the source': 'die Quelle',
};

const CONDITIONS: Readonly<Record<string, string>> = {
  'Personal volume of at least {n}: it was {n2}.': 'Persönliches Volumen von mindestens {n}: es war {n2}.',
  'Personal volume of at least {n}: it was {n2}; {n3} is missing.':
    'Persönliches Volumen von mindestens {n}: es war {n2}; es fehlen {n3}.',
  'Group volume of at least {n}: it was {n2}.': 'Gruppenvolumen von mindestens {n}: es war {n2}.',
  'Group volume of at least {n}: it was {n2}; {n3} is missing.':
    'Gruppenvolumen von mindestens {n}: es war {n2}; es fehlen {n3}.',
  'Each leg (somebody directly below, with all under them), and the personal volume, counts for at most {n} % of {n2}, which is {n3}: so {n4} counts.':
    'Jedes Bein (jemand direkt darunter mit allen unter ihm) und das persönliche Volumen zählen für höchstens {n} % von {n2}, das sind {n3}: also zählen {n4}.',
  'Each leg (somebody directly below, with all under them), and the personal volume, counts for at most {n} % of {n2}, which is {n3}: so {n4} counts; {n5} is missing.':
    'Jedes Bein (jemand direkt darunter mit allen unter ihm) und das persönliche Volumen zählen für höchstens {n} % von {n2}, das sind {n3}: also zählen {n4}; es fehlen {n5}.',
  'At least {s}: there were {n}.': 'Mindestens {s}: vorhanden {n}.',
  'At least {s}: there were {n}; {n2} more needed.': 'Mindestens {s}: vorhanden {n}; noch erforderlich {n2}.',
  'At least {s} (somebody directly below, with all under them) in which somebody has the rank {w} or higher: there were {n}.':
    'Mindestens {s} (jemand direkt darunter mit allen unter ihm) mit jemandem im Rang {w} oder höher: vorhanden {n}.',
  'At least {s} (somebody directly below, with all under them) in which somebody has the rank {w} or higher: there were {n}; {s2} more needed.':
    'Mindestens {s} (jemand direkt darunter mit allen unter ihm) mit jemandem im Rang {w} oder höher: vorhanden {n}; noch erforderlich {s2}.',
  'One of {n} way is enough: way {n2} is met.': 'Einer von {n} Wegen genügt: Weg {n2} ist erfüllt.',
  'One of {n} way is enough: none is met.': 'Einer von {n} Wegen genügt: keiner ist erfüllt.',
  'One of {n} ways is enough: way {n2} is met.': 'Einer von {n} Wegen genügt: Weg {n2} ist erfüllt.',
  'One of {n} ways is enough: none is met.': 'Einer von {n} Wegen genügt: keiner ist erfüllt.',
  'Active.': 'Aktiv.',
  'Not active: only distributors are.': 'Nicht aktiv: das sind nur Vertriebspartner.',
  'Not active: the member is {w}.': 'Nicht aktiv: das Mitglied ist {w}.',
  'Not active: {s}': 'Nicht aktiv: {s}',
  'Only distributors whose membership goes on have a rank.':
    'Einen Rang haben nur Vertriebspartner, deren Mitgliedschaft weiterläuft.',
  'The rank of this period: who is not active has the first one.':
    'Der Rang dieses Zeitraums: wer nicht aktiv ist, hat den ersten.',
  'The rank of this period: the highest whose conditions are met.':
    'Der Rang dieses Zeitraums: der höchste, dessen Bedingungen erfüllt sind.',
  'The first rank has no conditions.': 'Der erste Rang hat keine Bedingungen.',
  'Not reached: {s}': 'Nicht erreicht: {s}',
  'Its conditions are met; a higher rank was reached.':
    'Seine Bedingungen sind erfüllt; ein höherer Rang wurde erreicht.',
  'Its conditions are met, but the member is not active.':
    'Seine Bedingungen sind erfüllt, aber das Mitglied ist nicht aktiv.',
};

const SUMS: Readonly<Record<string, string>> = {
  'Nothing: {s}': 'Nichts: {s}',
  'no bonus gave anything.': 'kein Bonus hat etwas ergeben.',
  '{m}: {l}.': '{m}: {l}.',
  '{m} by {w}': '{m} durch {w}',
  '{w}: {v}, since {d}.': '{w}: {v}, seit {d}.',
  '{w}: {v}, as nothing was put in.': '{w}: {v}, da nichts eingegeben wurde.',
  'As much as in {p}.': 'So viel wie im {p}.',
  '{m} less than in {p}: {l}.': '{m} weniger als im {p}: {l}.',
  '{m} more than in {p}: {l}.': '{m} mehr als im {p}: {l}.',
  '{m} less by {w}': '{m} weniger durch {w}',
  '{m} more by {w}': '{m} mehr durch {w}',
  '{m} less taken back': '{m} weniger zurückgebucht',
  '{m} more taken back': '{m} mehr zurückgebucht',
  '{m} less taken off by caps': '{m} weniger durch Obergrenzen abgezogen',
  '{m} more taken off by caps': '{m} mehr durch Obergrenzen abgezogen',
  'It was not active then.': 'Das Mitglied war damals nicht aktiv.',
  'It was active then, and is not now.': 'Das Mitglied war damals aktiv und ist es jetzt nicht.',
  'The rank is {w} instead of {w2}.': 'Der Rang ist {w} statt {w2}.',
  '{w}: {m} instead of {m2}.': '{w}: {m} statt {m2}.',
  '{w}: {n} instead of {n2}.': '{w}: {n} statt {n2}.',
  'Own qualifying volume: {n}, from {n2} entry.': 'Eigenes qualifizierendes Volumen: {n}, aus {n2} Eintrag.',
  'Own qualifying volume: {n}, from {n2} entries.': 'Eigenes qualifizierendes Volumen: {n}, aus {n2} Einträgen.',
  'Own commissionable volume: {n}, from {n2} entry.': 'Eigenes provisionsfähiges Volumen: {n}, aus {n2} Eintrag.',
  'Own commissionable volume: {n}, from {n2} entries.': 'Eigenes provisionsfähiges Volumen: {n}, aus {n2} Einträgen.',
  'By now it is {n}: something came in after this was calculated.':
    'Inzwischen sind es {n}: seit der Berechnung ist etwas hinzugekommen.',
  'Personal volume is {n}: {n2} bought by the member and {n3} by its customers.':
    'Das persönliche Volumen ist {n}: {n2} vom Mitglied gekauft und {n3} von seinen Kunden.',
  'Personal volume is {n}: what the member bought.': 'Das persönliche Volumen ist {n}: was das Mitglied gekauft hat.',
  'Group volume is {n}: {n2} bought by the member and {n3} by {n4} person directly below with all under them.':
    'Das Gruppenvolumen ist {n}: {n2} vom Mitglied gekauft und {n3} von {n4} Person direkt darunter mit allen unter ihr.',
  'Group volume is {n}: {n2} bought by the member and {n3} by {n4} people directly below with all under them.':
    'Das Gruppenvolumen ist {n}: {n2} vom Mitglied gekauft und {n3} von {n4} Personen direkt darunter mit allen unter ihnen.',
  'On {i} the position of another member was merged into this one: what that member had bought since the period began, the people below and the volume carried over from before count here.':
    'Am {i} wurde die Position eines anderen Mitglieds mit dieser zusammengelegt: was es seit Beginn des Zeitraums gekauft hatte, die Personen darunter und das Volumen von früher zählen hier.',
  'On {i} the position of another member was handed over to this member: what that member had bought since the period began, the people below and the volume carried over from before count here.':
    'Am {i} wurde die Position eines anderen Mitglieds an dieses übergeben: was es seit Beginn des Zeitraums gekauft hatte, die Personen darunter und das Volumen von früher zählen hier.',
  'On {i} this position was merged into that of another member: what was bought since the period began, the people below and the volume carried over from before count there.':
    'Am {i} wurde diese Position mit der eines anderen Mitglieds zusammengelegt: was seit Beginn des Zeitraums gekauft wurde, die Personen darunter und das Volumen von früher zählen dort.',
  'On {i} this position was handed over to another member: what was bought since the period began, the people below and the volume carried over from before count there.':
    'Am {i} wurde diese Position an ein anderes Mitglied übergeben: was seit Beginn des Zeitraums gekauft wurde, die Personen darunter und das Volumen von früher zählen dort.',
  'Earlier periods stay as they were.': 'Frühere Zeiträume bleiben, wie sie waren.',
  'Bonuses came to {m}; a member gets at most {m2}, so {m3} is taken off.':
    'Die Boni kamen auf {m}; ein Mitglied bekommt höchstens {m2}, also gehen {m3} ab.',
  'All commissions together were above {n} % of all commissionable volume, so {m} is taken off; everybody gives up the same part.':
    'Alle Provisionen zusammen lagen über {n} % des ganzen provisionsfähigen Volumens, also gehen {m} ab; alle geben den gleichen Teil ab.',
  'No upper limit took anything off.': 'Keine Obergrenze hat etwas abgezogen.',
  'A member gets at most {m} for a period.': 'Ein Mitglied bekommt für einen Zeitraum höchstens {m}.',
  'All commissions together are at most {n} % of all commissionable volume, in money; of what is above, everybody gives up the same part.':
    'Alle Provisionen zusammen sind höchstens {n} % des ganzen provisionsfähigen Volumens, in Geld; von dem, was darüber liegt, geben alle den gleichen Teil ab.',
  'The plan has no upper limits.': 'Der Plan hat keine Obergrenzen.',
  'If something is returned after its period was closed, the commissions on it are taken back from those who got them, for the part that was returned.':
    'Wird etwas zurückgegeben, nachdem sein Zeitraum abgeschlossen wurde, werden die Provisionen darauf denen zurückgebucht, die sie bekommen haben, für den zurückgegebenen Teil.',
  'Nothing was taken back.': 'Nichts wurde zurückgebucht.',
  '{m} is taken back by {s} of {l}: purchases were returned later.':
    '{m} werden durch {s} aus {l} zurückgebucht: Käufe wurden später zurückgegeben.',
  '{m} is given back by {s} of {l}: more was taken before than all that came back comes to.':
    '{m} werden durch {s} aus {l} wieder gutgeschrieben: vorher wurde mehr zurückgebucht, als alles ergibt, was zurückkam.',
};

const ORDERS: Readonly<Record<string, string>> = {
  'The buyer did not stand below this member in this period, so nothing of the order goes to this member.':
    'Der Käufer stand in diesem Zeitraum nicht unter diesem Mitglied, also geht von der Bestellung nichts an dieses Mitglied.',
  'The buyer was no member of the network in this period, so nothing of the order goes to this member.':
    'Der Käufer war in diesem Zeitraum kein Mitglied des Netzwerks, also geht von der Bestellung nichts an dieses Mitglied.',
  'The order was cancelled before it was paid: commissions need a paid order.':
    'Die Bestellung wurde storniert, bevor sie bezahlt war: Provisionen gibt es nur auf bezahlte Bestellungen.',
  'The order is {w}: an order counts from the moment when it is paid.':
    'Die Bestellung ist {w}: eine Bestellung zählt, sobald sie bezahlt ist.',
  'The order is {w}: it counts from the moment when it is paid.':
    'Die Bestellung ist {w}: sie zählt, sobald sie bezahlt ist.',
  'The order was paid on {d}, before this period: it counts in the period of that day.':
    'Die Bestellung wurde am {d} bezahlt, vor diesem Zeitraum: sie zählt im Zeitraum dieses Tages.',
  'The order was paid on {d}, after this period: it counts in the period of that day.':
    'Die Bestellung wurde am {d} bezahlt, nach diesem Zeitraum: sie zählt im Zeitraum dieses Tages.',
  'The order was sold in an earlier period, and came back in this one: what it had given then is taken back.':
    'Die Bestellung wurde in einem früheren Zeitraum verkauft und kam in diesem zurück: was sie damals ergeben hatte, wird zurückgebucht.',
  'The order came back whole in the same period: nothing of it counts.':
    'Die Bestellung kam im selben Zeitraum ganz zurück: nichts davon zählt.',
  'A part of it came back, and does not count.': 'Ein Teil davon kam zurück und zählt nicht.',
  'Commissions are paid on {n} of it, but not here: another member has this position since.':
    'Provisionen gibt es auf {n} davon, aber nicht hier: seither hat ein anderes Mitglied diese Position.',
  'Commissions are paid on {n} of it in the member’s own volumes; bonuses on it go to those above.':
    'Provisionen gibt es auf {n} davon, im eigenen Volumen des Mitglieds; Boni darauf gehen an die darüber.',
  'Commissions are paid on {n} of it.': 'Provisionen gibt es auf {n} davon.',
  'Commissions are paid on {n} of it, but nothing to this member.':
    'Provisionen gibt es auf {n} davon, aber nichts für dieses Mitglied.',
  '{m} is its share of what this member got.': '{m} ist ihr Anteil an dem, was dieses Mitglied bekam.',
  'No bonus of the plan pays on it.': 'Kein Bonus des Plans zahlt darauf.',
  'It is paid on what customers buy, and the buyer is a distributor.':
    'Bezahlt wird auf das, was Kunden kaufen, und der Käufer ist Vertriebspartner.',
  'The order was sold without a margin.': 'Die Bestellung wurde ohne Handelsspanne verkauft.',
  'The order has no commissionable volume.': 'Die Bestellung hat kein provisionsfähiges Volumen.',
  'It is paid on the first {n} days after the buyer enrolled, and the order came later.':
    'Bezahlt wird auf die ersten {n} Tage nach der Anmeldung des Käufers, und die Bestellung kam später.',
  'The order is of the first {n} days after the buyer enrolled, on which a fast start bonus is paid instead.':
    'Die Bestellung ist aus den ersten {n} Tagen nach der Anmeldung des Käufers; darauf wird stattdessen ein Schnellstartbonus bezahlt.',
  'The order is {n} of the {n2} that this is paid on, which is {m}.':
    'Die Bestellung ist {n} der {n2}, auf die bezahlt wird, das sind {m}.',
  'Nothing on it was paid to this member.': 'Darauf wurde diesem Mitglied nichts bezahlt.',
  'All purchases of the buyer together are not above 0 in this bonus.':
    'Alle Käufe des Käufers zusammen liegen in diesem Bonus nicht über 0.',
  'All levels are given out before they come up to this member.':
    'Alle Ebenen sind vergeben, bevor sie bei diesem Mitglied ankommen.',
  'This bonus follows the sponsor tree, where the buyer is not below this member.':
    'Dieser Bonus folgt dem Sponsorbaum, und dort steht der Käufer nicht unter diesem Mitglied.',
  'This bonus follows the placement tree, where the buyer is not below this member.':
    'Dieser Bonus folgt dem Platzierungsbaum, und dort steht der Käufer nicht unter diesem Mitglied.',
  'Nothing that the order gave to others is matched for this member.':
    'Von dem, was die Bestellung anderen ergab, bekommt dieses Mitglied keinen Anteil.',
  'The order gave {m} of the {m2} that this bonus matches, which is {m3}.':
    'Die Bestellung ergab {m} der {m2}, auf die dieser Bonus zahlt, das sind {m3}.',
  'No run has calculated the order as it is now.': 'Keine Abrechnung hat die Bestellung berechnet, wie sie jetzt ist.',
  'Nothing is paid on this order alone.': 'Auf diese Bestellung allein wird nichts bezahlt.',
  '{m} would go to {s} for the order.': '{m} würden für die Bestellung an {s} gehen.',
  'This is a preview; nothing is posted yet.': 'Das ist eine Vorschau; noch ist nichts verbucht.',
  '{m} goes to {s} for the order; not all of it is posted yet.':
    '{m} gehen für die Bestellung an {s}; noch ist nicht alles davon verbucht.',
  '{m} was paid on the order, to {s}.': '{m} wurden auf die Bestellung bezahlt, an {s}.',
};

const LINES: Readonly<Record<string, string>> = {
  'Skipped: {s}.': 'Übersprungen: {s}.',
  'Level {n}: {n2} %.': 'Ebene {n}: {n2} %.',
  'Level {n}, but nothing is paid: {s}.': 'Ebene {n}, aber nichts wird bezahlt: {s}.',
  'It rounds to nothing.': 'Gerundet ergibt das nichts.',
  'Commissions are paid on {n}: {n2} member above got something.':
    'Provisionen gibt es auf {n}: {n2} Mitglied darüber hat etwas bekommen.',
  'Commissions are paid on {n}: {n2} members above got something.':
    'Provisionen gibt es auf {n}: {n2} Mitglieder darüber haben etwas bekommen.',
  'Commissions are paid on {m}: {n} member above got something.':
    'Provisionen gibt es auf {m}: {n} Mitglied darüber hat etwas bekommen.',
  'Commissions are paid on {m}: {n} members above got something.':
    'Provisionen gibt es auf {m}: {n} Mitglieder darüber haben etwas bekommen.',
  'Bonuses on this go to those above.': 'Boni darauf gehen an die darüber.',
  'Somebody above takes level {n}.': 'Jemand darüber bekommt Ebene {n}.',
  'Takes off what is above an upper limit.': 'Zieht ab, was über einer Obergrenze liegt.',
  'Takes back a line of {p}: what {w} had bought came back.':
    'Bucht eine Zeile aus {p} zurück: was {w} gekauft hatte, kam zurück.',
  'Gives back what was taken too much of a line of {p}: what {w} had bought came back.':
    'Schreibt wieder gut, was von einer Zeile aus {p} zu viel zurückgebucht wurde: was {w} gekauft hatte, kam zurück.',
  '{n} × {n2} % = {m}, halves rounded to the even digit.': '{n} × {n2} % = {m}, Hälften zur geraden Ziffer gerundet.',
  '{n} × {n2} % = {m}, halves rounded away from 0.': '{n} × {n2} % = {m}, Hälften von 0 weg gerundet.',
  '{m}.': '{m}.',
};

/** What is said of a member, of orders and of lines, by its English. */
export const OF_RUNS: Readonly<Record<string, string>> = { ...CONDITIONS, ...SUMS, ...ORDERS, ...LINES };
