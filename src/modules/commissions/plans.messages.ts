import type { Message } from '#common/errors/problems.js';

/** Commission plans and their publication. */
export const PLANS = {
  plan_not_json: {
    en: 'a plan is sent as application/json',
    de: 'ein Plan wird als application/json gesendet',
    of: 'UNSUPPORTED_MEDIA_TYPE',
  },
  plan_published: {
    en: 'plan {id} is published; a published version never changes',
    de: 'Plan {id} ist veröffentlicht; eine veröffentlichte Fassung ändert sich nicht mehr',
    of: 'CONFLICT',
  },

  // The document.
  no_name: { en: 'is no name', de: 'ist kein Name' },
  not_name: {
    en: 'must not be blank, begin or end with white space, or have control characters',
    de: 'darf nicht leer sein, nicht mit Leerraum beginnen oder enden und keine Steuerzeichen haben',
  },
  reserved_name: { en: 'must be another name', de: 'muss ein anderer Name sein' },
  not_id: {
    en: 'must have letters, digits, `_`, `-` and `.` only',
    de: 'darf nur Buchstaben, Ziffern, `_`, `-` und `.` haben',
  },
  reserved_id: {
    en: 'must not be {id}: lines of the service are called so',
    de: 'darf nicht {id} sein: so heißen Zeilen des Dienstes',
  },
  repeated_id: { en: 'is the id of a bonus above already', de: 'ist schon die Id eines Bonus weiter oben' },
  repeated_rank: { en: 'is the name of ranks[{index}] already', de: 'ist schon der Name von ranks[{index}]' },
  named_twice: { en: 'is named twice', de: 'ist doppelt genannt' },
  not_rank: { en: 'is not a rank of this plan', de: 'ist kein Rang dieses Plans' },
  not_time_zone: {
    en: 'must be the IANA name of a time zone, such as Europe/Berlin',
    de: 'muss der IANA-Name einer Zeitzone sein, etwa Europe/Berlin',
  },
  first_rank_conditions: {
    en: 'must be empty: every distributor has the first rank',
    de: 'muss leer sein: jeder Vertriebspartner hat den ersten Rang',
  },
  unreachable_rank: {
    en: 'nobody could ever have this rank, since it asks for itself',
    de: 'niemand könnte diesen Rang je haben, da er sich selbst voraussetzt',
  },
  unreachable_activity: {
    en: 'no member could ever be active: the condition requires other active members',
    de: 'kein Mitglied könnte je aktiv sein: die Bedingung verlangt andere aktive Mitglieder',
  },
  group_volume_needed: { en: 'must stand beside a group_volume', de: 'braucht daneben ein group_volume' },
  inexact_number: {
    en: 'has more digits than can be held exactly',
    de: 'hat mehr Stellen, als genau gespeichert werden können',
  },
  not_storable: {
    en: 'must not have NUL characters or unpaired surrogates',
    de: 'darf keine NUL-Zeichen und keine einzelnen Surrogate haben',
  },
  decimals_of_currency: {
    en: 'must have at most {places} decimals, as the currency has',
    de: 'darf höchstens {places} Nachkommastellen haben, wie die Währung',
  },
  no_decimals_of_currency: {
    en: 'must have no decimals, as the currency has',
    de: 'darf keine Nachkommastellen haben, wie die Währung',
  },
  percent_or_cycle_needed: {
    en: 'is required, unless there is a cycle',
    de: 'fehlt, und es gibt auch keinen Zyklus (cycle)',
  },
  beside_percent: { en: 'must not stand beside a percent', de: 'darf nicht neben percent stehen' },
  not_above_step: {
    en: 'must be above {last}, that of the step before',
    de: 'muss über {last} liegen, dem Wert der Stufe davor',
  },
  not_level_bonus: {
    en: 'is not the id of a unilevel or generation bonus of this plan',
    de: 'ist nicht die Id eines Unilevel- oder Generationsbonus dieses Plans',
  },
  not_bonus_above: { en: 'is not the id of a bonus above this one', de: 'ist nicht die Id eines Bonus über diesem' },
  rank_without_volume: {
    en: 'is a rank that can be reached without volume',
    de: 'ist ein Rang, der ohne Volumen erreicht werden kann',
  },
  no_binary_tree: {
    en: 'pays nobody: the network has no binary placement tree',
    de: 'bezahlt niemanden: das Netzwerk hat keinen binären Platzierungsbaum',
  },
  pays_nobody: {
    en: 'pays nobody: the network has no placement tree',
    de: 'bezahlt niemanden: das Netzwerk hat keinen Platzierungsbaum',
  },

  // Publication.
  values_not_ranks: { en: 'must have names of ranks as values', de: 'muss Namen von Rängen als Werte haben' },
  values_not_bonuses: {
    en: 'must have ids of bonuses, or null, as values',
    de: 'muss Ids von Boni oder null als Werte haben',
  },
  posted_from_then: {
    en: 'the period {period}, or a later one, is posted; publish from a later period',
    de: 'der Zeitraum {period} oder ein späterer ist verbucht; veröffentlichen Sie ab einem späteren',
    of: 'CONFLICT',
  },
  later_plan: {
    en: 'plan {id}, which is published from {period} on, {problem}; first publish a plan from then on that does',
    de: 'Plan {id}, veröffentlicht ab {period}, passt nicht: {problem}; veröffentlichen Sie zuerst einen passenden ab dann',
    of: 'CONFLICT',
  },
  not_beginning: {
    en: 'must begin with a {kind} of plan {id}, which holds until then',
    de: 'muss mit einem Zeitraum von Plan {id} beginnen, der bis dahin gilt ({kind})',
  },
  not_beginning_with: { en: 'does not begin with a {kind}', de: 'beginnt nicht mit einem ganzen Zeitraum ({kind})' },
  rank_kept: {
    en: 'is a rank of this plan, and stays what it is',
    de: 'ist ein Rang dieses Plans und bleibt, was er ist',
  },
  not_new_rank: { en: 'must be a rank of this plan: {choices}', de: 'muss ein Rang dieses Plans sein: {choices}' },
  rank_mapping_needed: {
    en: 'is required: it is a title rank that this plan does not have',
    de: 'fehlt: es ist ein Titelrang, den dieser Plan nicht hat',
  },
  rank_not_mapped: { en: 'does not say what replaces the rank {rank}', de: 'sagt nicht, was aus dem Rang {rank} wird' },
  not_old_binary_bonus: { en: 'is not a binary bonus of the plan before', de: 'ist kein Binärbonus des Plans davor' },
  not_binary_bonus: {
    en: 'must be the id of a binary bonus of this plan, or null where what is carried lapses',
    de: 'muss die Id eines Binärbonus dieses Plans sein, oder null, wo das Übertragene verfällt',
  },
  carried_mapping_needed: {
    en: 'is required: say which binary bonus takes what is carried, or null',
    de: 'fehlt: sagen Sie, welcher Binärbonus das Übertragene nimmt, oder null',
  },
  carried_not_mapped: {
    en: 'does not say what happens to the volume that {bonus} carries',
    de: 'sagt nicht, was aus dem wird, was {bonus} überträgt',
  },
} as const satisfies Record<string, Message>;
