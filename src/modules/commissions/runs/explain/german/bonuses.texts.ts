const COUNTS: Readonly<Record<string, string>> = {
  '{n} line': '{n} Zeile',
  '{n} lines': '{n} Zeilen',
  '{n} share': '{n} Anteil',
  '{n} shares': '{n} Anteile',
  '{n} member': '{n} Mitglied',
  '{n} members': '{n} Mitglieder',
  '{n} leg': '{n} Bein',
  '{n} legs': '{n} Beine',
  '{n} active distributor directly below': '{n} aktiver Vertriebspartner direkt darunter',
  '{n} active distributors directly below': '{n} aktive Vertriebspartner direkt darunter',
  '{n} customer directly below who bought': '{n} Kunde direkt darunter, der gekauft hat',
  '{n} customers directly below who bought': '{n} Kunden direkt darunter, die gekauft haben',
};

/** Why somebody is not paid, in the middle of a sentence too. */
const UNPAID: Readonly<Record<string, string>> = {
  'Only distributors are paid, not customers.': 'Nur Vertriebspartner werden bezahlt, Kunden nicht.',
  'The membership has ended, so nothing is paid.': 'Die Mitgliedschaft ist gekündigt, also wird nichts bezahlt.',
  'The membership is suspended, so nothing is paid.': 'Die Mitgliedschaft ist ausgesetzt, also wird nichts bezahlt.',
  'Who is not active in the period is not paid.': 'Wer im Zeitraum nicht aktiv ist, wird nicht bezahlt.',
  'only distributors are paid, not customers': 'nur Vertriebspartner werden bezahlt, Kunden nicht',
  'the membership has ended': 'die Mitgliedschaft ist gekündigt',
  'the membership is suspended': 'die Mitgliedschaft ist ausgesetzt',
  'the member was not active in the period': 'das Mitglied war im Zeitraum nicht aktiv',
  'the rank of this period is not paid here': 'der Rang dieses Zeitraums wird hier nicht bezahlt',
  'no level is given here': 'hier gibt es keine Ebene',
  'nothing is due': 'nichts steht zu',
};

const LEVELS: Readonly<Record<string, string>> = {
  '{n} %': '{n} %',
  '{n} % on level {n2}': '{n} % auf Ebene {n2}',
  'nothing on any level': 'auf keiner Ebene etwas',
  'If the member on a level cannot be paid, nobody gets that level.':
    'Kann das Mitglied auf einer Ebene nicht bezahlt werden, bekommt niemand diese Ebene.',
  'If the member on a level is not active, nobody gets that level.':
    'Ist das Mitglied auf einer Ebene nicht aktiv, bekommt niemand diese Ebene.',
  'Members who are not active are skipped: the level goes to the next one above.':
    'Wer nicht aktiv ist, wird übersprungen: die Ebene geht an den Nächsten darüber.',
  'Members who are not active, or whose rank is not paid on a level, are skipped: it goes to the next one above who is.':
    'Wer nicht aktiv ist oder wessen Rang auf einer Ebene nicht bezahlt wird, wird übersprungen: sie geht an den Nächsten darüber, bei dem das anders ist.',
  'The rank of this period, {w}, is paid on no level.':
    'Der Rang dieses Zeitraums, {w}, wird auf keiner Ebene bezahlt.',
  'Nothing from below came up to this member on a level that their rank is paid on.':
    'Von unten kam nichts auf einer Ebene an, auf der der Rang des Mitglieds bezahlt wird.',
  '{m} in {s}.': '{m} in {s}.',
  'A higher rank has more on level {n}: {l}.': 'Ein höherer Rang bekommt auf Ebene {n} mehr: {l}.',
  'A higher rank has more on levels {l}: {l2}.': 'Ein höherer Rang bekommt auf den Ebenen {l} mehr: {l2}.',
  'The rank {w} has {l}.': 'Der Rang {w} bekommt {l}.',
  'Level {n} of the bonus {w}, on what {w2} bought.': 'Ebene {n} des Bonus {w} auf das, was {w2} gekauft hat.',
  'Level {n} of the bonus {w}, on what {w2} earned.': 'Ebene {n} des Bonus {w} auf das, was {w2} verdient hat.',
  'Level {n} of the bonus {w}, on what {w2} paid above the wholesale price.':
    'Ebene {n} des Bonus {w} auf das, was {w2} über dem Großhandelspreis bezahlt hat.',
  'Pays a percentage of what is bought below, level by level in the sponsor tree.':
    'Zahlt einen Prozentsatz von dem, was darunter gekauft wird, Ebene für Ebene im Sponsorbaum.',
  'Pays a percentage of what is bought below, level by level in the placement tree.':
    'Zahlt einen Prozentsatz von dem, was darunter gekauft wird, Ebene für Ebene im Platzierungsbaum.',
  'Pays a percentage of what the downline in the sponsor tree earned by {l}, level by level, before upper limits are applied.':
    'Zahlt einen Prozentsatz von dem, was die Downline im Sponsorbaum durch {l} verdient hat, Ebene für Ebene und vor Obergrenzen.',
  'Pays active members of the rank {w} or higher on what is bought below, and counts only them as levels: {l}.':
    'Zahlt aktiven Mitgliedern ab dem Rang {w} auf das, was darunter gekauft wird, und zählt nur sie als Ebenen: {l}.',
  'Pays on what members below bought in their first {n} day: {l}.':
    'Zahlt auf das, was Mitglieder darunter an ihrem {n}. Tag gekauft haben: {l}.',
  'Pays on what members below bought in their first {n} days: {l}.':
    'Zahlt auf das, was Mitglieder darunter in ihren ersten {n} Tagen gekauft haben: {l}.',
  'Such purchases do not count in {l}.': 'Solche Käufe zählen nicht in {l}.',
  'Pays {n} % of what customers paid above the wholesale price, to the nearest distributor above them, if that one is active.':
    'Zahlt {n} % von dem, was Kunden über dem Großhandelspreis bezahlt haben, an den nächsten Vertriebspartner über ihnen, wenn er aktiv ist.',
  'It is never below 0 for a customer.': 'Für einen Kunden ist es nie weniger als 0.',
};

const SHARED_AND_ONCE: Readonly<Record<string, string>> = {
  '{m} by {s}.': '{m} durch {s}.',
  'By the bonus {w}.': 'Durch den Bonus {w}.',
  'This bonus cannot be explained.': 'Dieser Bonus kann nicht erklärt werden.',
  'The rank of this period, {w}, has no share.': 'Der Rang dieses Zeitraums, {w}, hat keinen Anteil.',
  'There was no volume to share.': 'Es gab kein Volumen zu teilen.',
  'The pool was {m} for {s}; the rank {w} has {s2}, which is {m2}.':
    'Der Pool hatte {m} für {s}; der Rang {w} hat {s2}, das sind {m2}.',
  'Divides {n} % of all commissionable volume, in money, among active members by the shares of their ranks.':
    'Teilt {n} % des ganzen provisionsfähigen Volumens, in Geld, unter den aktiven Mitgliedern nach den Anteilen ihrer Ränge auf.',
  'Each part is rounded down; the cents that are left go to those who lost most by that.':
    'Jeder Teil wird abgerundet; übrige Cents gehen an die, die dadurch am meisten verloren haben.',
  'Its {n} are a part of the {n2} of everybody, of which {n3} % is shared out; this member’s part of that is {m}, whoever bought.':
    'Ihre {n} sind ein Teil der {n2} von allen, wovon {n3} % verteilt werden; der Teil dieses Mitglieds ist {m}, wer auch gekauft hat.',
  '{m} for {l}, reached for the first time.': '{m} für {l}, zum ersten Mal erreicht.',
  'The highest rank so far was no rank.': 'Bisher gab es keinen Rang.',
  'The highest rank so far was {w}.': 'Der höchste Rang war bisher {w}.',
  'The rank of this period, {w}, brings no other one with an amount.':
    'Der Rang dieses Zeitraums, {w}, bringt keinen weiteren mit einem Betrag.',
  'Pays each member once for each rank that they reach: {l}.':
    'Zahlt jedem Mitglied einmal für jeden Rang, den es erreicht: {l}.',
  '{m} for {w}': '{m} für {w}',
  'For the rank {w}, reached for the first time.': 'Für den Rang {w}, zum ersten Mal erreicht.',
};

const LEGS: Readonly<Record<string, string>> = {
  'Matches the volume of the left and of the right leg, {n} of the larger to {n2} of the smaller, and pays {n3} % of what matches of the smaller one.':
    'Stellt das Volumen des linken und des rechten Beins gegenüber, {n} vom größeren zu {n2} vom kleineren, und zahlt {n3} % von dem, was vom kleineren aufgeht.',
  'Matches the volume of the left and of the right leg, {n} of the larger to {n2} of the smaller, and pays {m} for each full {n3} of volume.':
    'Stellt das Volumen des linken und des rechten Beins gegenüber, {n} vom größeren zu {n2} vom kleineren, und zahlt {m} für je volle {n3} an Volumen.',
  'What finds no match is kept for the next period.': 'Was nicht aufgeht, bleibt für den nächsten Zeitraum.',
  'It needs an active distributor in each leg whom the member sponsors personally.':
    'Er verlangt in jedem Bein einen aktiven Vertriebspartner, den das Mitglied selbst geworben hat.',
  'At most {m}; what matched above that is used up.': 'Höchstens {m}; was darüber aufgeht, ist verbraucht.',
  'At most {m}; what matched above that is kept for the next period.':
    'Höchstens {m}; was darüber aufgeht, bleibt für den nächsten Zeitraum.',
  'At most {n} is kept in each leg.': 'In jedem Bein bleiben höchstens {n}.',
  'Members who are not paid keep nothing.': 'Wer nicht bezahlt wird, behält nichts.',
  'Members who are not active keep the volume of both legs.': 'Wer nicht aktiv ist, behält das Volumen beider Beine.',
  'Left leg {n} ({n2} kept from before, {n3} new), right leg {n4} ({n5} kept from before, {n6} new).':
    'Linkes Bein {n} ({n2} von früher, {n3} neu), rechtes Bein {n4} ({n5} von früher, {n6} neu).',
  'Kept for the next period: {n} left and {n2} right.': 'Für den nächsten Zeitraum bleiben {n} links und {n2} rechts.',
  'The legs do not complete a cycle.': 'Die Beine ergeben keinen vollen Zyklus.',
  'The smaller leg has nothing to match.': 'Das kleinere Bein hat nichts, was aufgehen könnte.',
  'Members without a place in the placement tree are not paid, and keep nothing.':
    'Wer im Platzierungsbaum keinen Platz hat, wird nicht bezahlt und behält nichts.',
  'It was not paid: one leg had no active distributor whom this member sponsors personally.':
    'Es wurde nicht bezahlt: in einem Bein war kein aktiver Vertriebspartner, den dieses Mitglied selbst geworben hat.',
  'The rank {w} is paid at most {m} by this bonus.': 'Der Rang {w} bekommt durch diesen Bonus höchstens {m}.',
  '{n} of the smaller leg found its match in the larger one, which pays {m}.':
    '{n} des kleineren Beins gehen mit dem größeren auf, das zahlt {m}.',
  'It is in neither leg of this member.': 'Sie ist in keinem Bein dieses Mitglieds.',
  'Its {n} are a part of the {n2} that are new in the left leg.':
    'Ihre {n} sind ein Teil der {n2}, die im linken Bein neu sind.',
  'Its {n} are a part of the {n2} that are new in the right leg.':
    'Ihre {n} sind ein Teil der {n2}, die im rechten Bein neu sind.',
  'This bonus matches whole legs, so the {m} that it paid cannot be put down to single orders.':
    'Dieser Bonus stellt ganze Beine gegenüber, also lassen sich seine {m} nicht einzelnen Bestellungen zuordnen.',
};

const GROUPS: Readonly<Record<string, string>> = {
  '{n} % from {n2}': '{n} % ab {n2}',
  'Pays the percentage of the step that the group has reached ({l}), less what the groups below earn by their own steps.':
    'Zahlt den Prozentsatz der Stufe, die die Gruppe erreicht hat ({l}), weniger dem, was die Gruppen darunter durch ihre eigenen Stufen verdienen.',
  'A member who reaches the highest step breaks away: their group no longer counts for the upline, but the nearest upline member who has broken away too gets {n} % of it.':
    'Wer die höchste Stufe erreicht, löst sich ab: die Gruppe zählt nicht mehr für die Upline, aber das nächste Mitglied darüber, das sich auch abgelöst hat, bekommt {n} % davon.',
  'The group has a qualifying volume of {n}, which reaches no step, and a commissionable volume of {n2}.':
    'Die Gruppe hat ein qualifizierendes Volumen von {n}, das keine Stufe erreicht, und ein provisionsfähiges von {n2}.',
  'The group has a qualifying volume of {n}, which is the step of {n2} %, and a commissionable volume of {n3}.':
    'Die Gruppe hat ein qualifizierendes Volumen von {n}, das ist die Stufe von {n2} %, und ein provisionsfähiges von {n3}.',
  '{n} group directly below has broken away and does not count.':
    '{n} Gruppe direkt darunter hat sich abgelöst und zählt nicht.',
  '{n} groups directly below have broken away and do not count.':
    '{n} Gruppen direkt darunter haben sich abgelöst und zählen nicht.',
  'This group has broken away itself.': 'Diese Gruppe hat sich selbst abgelöst.',
  '{m} is for groups that have broken away, a percentage of each.':
    '{m} sind für Gruppen, die sich abgelöst haben, ein Prozentsatz von jeder.',
  'The groups below earn as much by their own steps, so nothing is left.':
    'Die Gruppen darunter verdienen durch ihre eigenen Stufen ebenso viel, also bleibt nichts.',
  '{n} at {n2} % is {m}.': '{n} zu {n2} % sind {m}.',
  '{n} at {n2} % is {m}; less {m2} that {n3} group directly below comes to by its own step, this leaves {m3}, rounded to the smallest coin.':
    '{n} zu {n2} % sind {m}; weniger {m2}, auf die {n3} Gruppe direkt darunter durch ihre eigene Stufe kommt, bleiben {m3}, auf die kleinste Münze gerundet.',
  '{n} at {n2} % is {m}; less {m2} that {n3} groups directly below come to by their own steps, this leaves {m3}, rounded to the smallest coin.':
    '{n} zu {n2} % sind {m}; weniger {m2}, auf die {n3} Gruppen direkt darunter durch ihre eigenen Stufen kommen, bleiben {m3}, auf die kleinste Münze gerundet.',
  'It is not in the group of this member.': 'Sie ist nicht in der Gruppe dieses Mitglieds.',
  'Its {n} are a part of a group that is too large to follow a single order through.':
    'Ihre {n} sind ein Teil einer Gruppe, die zu groß ist, um darin eine einzelne Bestellung zu verfolgen.',
  'It is a part of the group of {n}, for which nothing was left.':
    'Sie ist ein Teil der Gruppe von {n}, für die nichts übrig war.',
  'It is a part of the group of {n}, for which nothing was paid.':
    'Sie ist ein Teil der Gruppe von {n}, für die nichts bezahlt wurde.',
  'It is in a group below that has broken away, and does not count in this one.':
    'Sie ist in einer Gruppe darunter, die sich abgelöst hat, und zählt in dieser nicht.',
  'The leadership of {n} % on it is {m}.': 'Der Führungsbonus von {n} % darauf ist {m}.',
  'Its {n} count at the {n2} % of this group: {m}.': 'Ihre {n} zählen zu den {n2} % dieser Gruppe: {m}.',
  'Its {n} count at the {n2} % of this group, less the {n3} % of the group below that it is in: {m}.':
    'Ihre {n} zählen zu den {n2} % dieser Gruppe, weniger den {n3} % der Gruppe darunter, in der sie ist: {m}.',
};

/** What bonuses say, by their English. */
export const OF_BONUSES: Readonly<Record<string, string>> = {
  ...COUNTS,
  ...UNPAID,
  ...LEVELS,
  ...SHARED_AND_ONCE,
  ...LEGS,
  ...GROUPS,
};
