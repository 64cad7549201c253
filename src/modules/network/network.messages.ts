import type { Message } from '#common/errors/problems.js';

/** Members, their places and moves, imports, volumes. */
export const NETWORK = {
  member_not_found: { en: 'member not found', de: 'Mitglied nicht gefunden', of: 'NOT_FOUND' },
  import_not_found: { en: 'import not found', de: 'Import nicht gefunden', of: 'NOT_FOUND' },
  row_not_found: { en: 'row not found', de: 'Zeile nicht gefunden', of: 'NOT_FOUND' },
  network_loading: {
    en: 'the network is being loaded; try again in a moment',
    de: 'das Netzwerk wird gerade geladen; versuchen Sie es gleich noch einmal',
    of: 'SERVICE_UNAVAILABLE',
  },
  loading: { en: 'the network is being loaded', de: 'das Netzwerk wird gerade geladen', of: 'SERVICE_UNAVAILABLE' },

  // Who may stand where.
  no_member: { en: 'is no member', de: 'ist kein Mitglied' },
  not_in_network: { en: 'is not a member of the network', de: 'ist kein Mitglied des Netzwerks' },
  terminated_above: {
    en: 'is terminated and gets no new members',
    de: 'ist gekündigt und bekommt keine neuen Mitglieder',
  },
  customer_above: {
    en: 'is a customer, and customers sponsor no distributors',
    de: 'ist Kunde, und Kunden sind keine Sponsoren von Vertriebspartnern',
  },
  itself: { en: 'is the member itself', de: 'ist das Mitglied selbst' },
  itself_or_below: { en: 'is this member, or stands below it', de: 'ist dieses Mitglied oder steht unter ihm' },
  terminated: { en: 'is terminated', de: 'ist gekündigt' },
  not_placed: { en: 'is not placed', de: 'hat keinen Platz' },
  not_below_sponsor: { en: 'is not placed below the sponsor', de: 'hat keinen Platz unter dem Sponsor' },
  distributors_only: { en: 'is only for distributors', de: 'gibt es nur für Vertriebspartner' },
  sponsor_needed: { en: 'needs a sponsor', de: 'braucht einen Sponsor' },
  placement_tree_only: { en: 'is only for the placement tree', de: 'gibt es nur im Platzierungsbaum' },
  parent_needed: { en: 'is only for places below a parent', de: 'gibt es nur für Plätze unter einem anderen' },
  leg_needed: { en: 'is required in the placement tree', de: 'fehlt; im Platzierungsbaum wird es gebraucht' },
  no_placement_tree: { en: 'the network has no placement tree', de: 'das Netzwerk hat keinen Platzierungsbaum' },
  impossible_without_tree: {
    en: 'is not possible: the network has no placement tree',
    de: 'geht nicht: das Netzwerk hat keinen Platzierungsbaum',
  },
  sponsor_not_placed_yet: {
    en: 'is not possible: the sponsor is not placed yet',
    de: 'geht nicht: der Sponsor hat noch keinen Platz',
  },
  only_distributors_placed: { en: 'only distributors are placed', de: 'nur Vertriebspartner bekommen einen Platz' },
  sponsor_not_placed: {
    en: 'the sponsor is not placed, or terminated',
    de: 'der Sponsor hat keinen Platz oder ist gekündigt',
    of: 'CONFLICT',
  },
  not_uids: {
    en: 'must be uids separated by commas, at most {max}',
    de: 'muss aus höchstens {max} durch Kommas getrennten uids bestehen',
  },

  // Moves and successions.
  parent_below: {
    en: 'the parent is below the member',
    de: 'das neue Mitglied darüber steht unter dem Mitglied',
    of: 'CONFLICT',
  },
  leg_taken: { en: 'the leg is taken', de: 'das Bein ist besetzt', of: 'CONFLICT' },
  there_already: { en: 'the member is already there', de: 'das Mitglied ist schon dort', of: 'CONFLICT' },
  before_both: {
    en: 'must not be before both were there: {at}',
    de: 'darf nicht vor dem Tag liegen, seit dem beide da sind: {at}',
  },
  parent_became_customer: {
    en: 'the parent has been a customer since, and customers sponsor no distributors',
    de: 'das Mitglied darüber war seither Kunde, und Kunden sind keine Sponsoren von Vertriebspartnern',
  },
  not_distributor_since: {
    en: 'the member was no distributor all the time since',
    de: 'das Mitglied war seither nicht immer Vertriebspartner',
  },
  parent_not_placed_since: {
    en: 'the parent was not placed all the time since',
    de: 'das Mitglied darüber hatte seither nicht immer einen Platz',
  },
  has_downline: {
    en: 'has members below; merge the position instead',
    de: 'hat Mitglieder unter sich; legen Sie die Positionen stattdessen zusammen',
  },
  is_customer: {
    en: 'is a customer; hand the position over instead',
    de: 'ist Kunde; übergeben Sie die Position stattdessen',
  },
  successor_below: {
    en: 'the successor is below the member',
    de: 'der Nachfolger steht unter dem Mitglied',
    of: 'CONFLICT',
  },
  not_placed_for_legs: {
    en: 'is not placed, and the member has legs',
    de: 'hat keinen Platz, und das Mitglied hat Beine',
  },

  // Kind and status.
  same_kind: { en: 'the member has this kind already', de: 'das Mitglied ist schon von dieser Art', of: 'CONFLICT' },
  same_status: { en: 'the member has this status already', de: 'das Mitglied hat diesen Status schon', of: 'CONFLICT' },
  sponsor_is_customer: {
    en: 'the sponsor is a customer, and customers sponsor no distributors',
    de: 'der Sponsor ist Kunde, und Kunden sind keine Sponsoren von Vertriebspartnern',
    of: 'CONFLICT',
  },
  sponsors_distributors: {
    en: 'the member sponsors distributors',
    de: 'das Mitglied ist Sponsor von Vertriebspartnern',
    of: 'CONFLICT',
  },
  has_placed_below: {
    en: 'members are placed below this one',
    de: 'unter diesem Mitglied stehen andere',
    of: 'CONFLICT',
  },

  // Settings.
  placement_in_use: {
    en: 'placement cannot change while members are placed below others',
    de: 'placement kann nicht geändert werden, solange Mitglieder unter anderen stehen',
    of: 'CONFLICT',
  },
  width_in_use: {
    en: 'width cannot be less than {min}: members stand in that leg',
    de: 'width darf nicht kleiner als {min} sein: in diesem Bein stehen Mitglieder',
    of: 'CONFLICT',
  },
  placement_tree_needed: { en: 'needs a placement tree', de: 'braucht einen Platzierungsbaum' },
  not_two: { en: 'must be 2 in a binary tree', de: 'muss in einem Binärbaum 2 sein' },
  matrix_width_needed: { en: 'is required for a matrix', de: 'fehlt; für eine Matrix wird es gebraucht' },

  // Volumes.
  product_too_expensive: { en: 'product {sku} costs more than {max}', de: 'das Produkt {sku} kostet mehr als {max}' },
  before_member: {
    en: 'must not be before the member came, which was at {at}',
    de: 'darf nicht vor dem Beitritt des Mitglieds liegen, der am {at} war',
  },
  all_volumes_zero: { en: 'must not be 0 if all volumes are', de: 'darf nicht 0 sein, wenn es alle sind' },
  same_row: { en: 'must be another row', de: 'muss eine andere Zeile sein' },
  positive_reversal: {
    en: 'must not be above 0 in a row that takes another one back',
    de: 'darf in einer Zeile, die eine andere zurücknimmt, nicht über 0 sein',
  },
  period_posted: {
    en: 'the period of {at} is posted; nothing can be added to it',
    de: 'der Zeitraum von {at} ist verbucht; ihm kann nichts mehr hinzugefügt werden',
    of: 'CONFLICT',
  },
  not_reversible: {
    en: 'only a row with an amount beyond {max} is reversed; adjust the member’s volumes instead',
    de: 'nur eine Zeile mit einem Betrag jenseits von {max} wird umgekehrt; passen Sie die Volumen des Mitglieds an',
    of: 'CONFLICT',
  },
  row_of_another: {
    en: 'the row belongs to row {id}; reverse that one',
    de: 'die Zeile gehört zu Zeile {id}; kehren Sie jene um',
    of: 'CONFLICT',
  },
  row_reversed: { en: 'the row is already reversed', de: 'die Zeile ist schon umgekehrt', of: 'CONFLICT' },
  order_volume_too_large: {
    en: 'product {sku} carries more than {max} of {volume}; cancel the order',
    de: 'das Produkt {sku} bringt mehr als {max} {volume}; stornieren Sie die Bestellung',
    of: 'CONFLICT',
  },
} as const satisfies Record<string, Message>;
