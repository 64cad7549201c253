import type { Message } from '#common/errors/problems.js';

/** Runs, corrections, simulations, statements, earnings and payouts. */
export const COMMISSIONS = {
  plan_not_found: { en: 'plan not found', de: 'Plan nicht gefunden', of: 'NOT_FOUND' },
  run_not_found: { en: 'run not found', de: 'Abrechnung nicht gefunden', of: 'NOT_FOUND' },
  line_not_found: { en: 'line not found', de: 'Zeile nicht gefunden', of: 'NOT_FOUND' },
  correction_not_found: { en: 'correction not found', de: 'Korrektur nicht gefunden', of: 'NOT_FOUND' },
  simulation_not_found: { en: 'simulation not found', de: 'Simulation nicht gefunden', of: 'NOT_FOUND' },
  statement_not_found: { en: 'statement not found', de: 'Provisionsbeleg nicht gefunden', of: 'NOT_FOUND' },
  payout_not_found: { en: 'payout not found', de: 'Auszahlung nicht gefunden', of: 'NOT_FOUND' },
  payout_item_not_found: { en: 'item not found', de: 'Posten nicht gefunden', of: 'NOT_FOUND' },
  hold_not_found: { en: 'hold not found', de: 'Sperre nicht gefunden', of: 'NOT_FOUND' },

  // Inputs of bonuses, and rewards of extensions.
  no_input: { en: 'is read by no type of bonus', de: 'wird von keiner Bonusart gelesen' },
  input_posted: {
    en: 'must not be before {at}, when the last posted period ended',
    de: 'darf nicht vor {at} liegen, dem Ende des letzten verbuchten Zeitraums',
    of: 'CONFLICT',
  },
  no_text_or_number: { en: 'must be a text or a number', de: 'muss ein Text oder eine Zahl sein' },
  outside: { en: 'must be from {min} to {max}', de: 'muss zwischen {min} und {max} liegen' },
  no_reward: {
    en: 'no extension has the reward {name}',
    de: 'keine Erweiterung hat die Prämie {name}',
    of: 'CONFLICT',
  },
  key_taken: {
    en: 'was already used for other amounts; use another key',
    de: 'wurde schon für andere Beträge verwendet; verwenden Sie einen anderen Schlüssel',
    of: 'CONFLICT',
  },
  nothing_posted: {
    en: 'nothing was posted with this key',
    de: 'mit diesem Schlüssel wurde nichts verbucht',
    of: 'NOT_FOUND',
  },
  is_reversed: { en: 'is already reversed', de: 'wurde schon zurückgenommen', of: 'CONFLICT' },
  has_left: { en: 'is not a distributor, or has left', de: 'ist kein Vertriebspartner oder gekündigt' },
  amount_bounds: { en: 'must be above 0, and at most {max}', de: 'muss größer als 0 und höchstens {max} sein' },
  no_key: { en: 'must match {pattern}', de: 'muss {pattern} entsprechen' },

  // Periods and runs.
  not_period: {
    en: 'must be a month such as 2026-10, or a week such as 2026-W43',
    de: 'muss ein Monat wie 2026-10 oder eine Woche wie 2026-W43 sein',
  },
  not_period_or_year: {
    en: 'must be a period such as 2026-10 or 2026-W44, or a year such as 2026',
    de: 'muss ein Zeitraum wie 2026-10 oder 2026-W44 oder ein Jahr wie 2026 sein',
  },
  not_period_of_kind: {
    en: 'must be a {kind}, such as {example}',
    de: 'muss ein Zeitraum wie {example} sein ({kind})',
  },
  not_period_of_plan: {
    en: 'must be a {kind}, as plan {id} has them',
    de: 'muss ein Zeitraum sein, wie Plan {id} ihn hat ({kind})',
  },
  not_period_of_run: {
    en: 'the plan must have the period of the posted run: {kind}',
    de: 'der Plan muss den Zeitraum der verbuchten Abrechnung haben ({kind})',
  },
  no_plan: { en: 'is no plan', de: 'ist kein Plan' },
  no_posted_run: { en: 'no run of it is posted', de: 'keine Abrechnung davon ist verbucht', of: 'NOT_FOUND' },
  no_plan_published: {
    en: 'no plan is published for {period}; publish one, or name one by plan_id for a preview',
    de: 'für {period} ist kein Plan veröffentlicht; veröffentlichen Sie einen, oder nennen Sie einen für eine Vorschau',
    of: 'CONFLICT',
  },
  other_plan_published: {
    en: 'must be {id}, the plan that is published for {period}',
    de: 'muss {id} sein, der Plan, der für {period} veröffentlicht ist',
    of: 'CONFLICT',
  },
  period_open: {
    en: 'ends at {at}; until then only previews can be made',
    de: 'endet am {at}; bis dahin sind nur Vorschauen möglich',
    of: 'CONFLICT',
  },
  has_final_run: {
    en: 'has a final run already: {id}, which is {status}',
    de: 'hat schon eine endgültige Abrechnung: {id}, die {status} ist',
    of: 'CONFLICT',
  },
  gap_before_period: {
    en: 'must begin at {at}, where {period} ended: it is the last posted period',
    de: 'muss am {at} beginnen, wo {period} endete: das ist der letzte verbuchte Zeitraum',
    of: 'CONFLICT',
  },
  earlier_run_open: {
    en: 'comes after {period}, whose final run {id} is {status}: post or end it first',
    de: 'kommt nach {period}, dessen endgültige Abrechnung {id} noch {status} ist: verbuchen oder beenden Sie diese zuerst',
    of: 'CONFLICT',
  },
  too_many_previews: {
    en: 'you have {count} previews; discard some first',
    de: 'Sie haben {count} Vorschauen; verwerfen Sie zuerst welche',
    of: 'CONFLICT',
  },
  run_status: {
    en: 'run {id} is {status}; it must be {needed}',
    de: 'Abrechnung {id} ist {status}; sie muss {needed} sein',
    of: 'CONFLICT',
  },
  run_is_preview: {
    en: 'run {id} is a preview; only final runs are approved and posted',
    de: 'Abrechnung {id} ist eine Vorschau; nur endgültige Abrechnungen werden freigegeben und verbucht',
    of: 'CONFLICT',
  },
  run_of_correction: {
    en: 'run {id} belongs to a correction: approve or discard the correction instead',
    de: 'Abrechnung {id} gehört zu einer Korrektur: geben Sie stattdessen die Korrektur frei, oder verwerfen Sie sie',
    of: 'CONFLICT',
  },
  run_busy: {
    en: 'run {id} is being changed by somebody else; try again',
    de: 'Abrechnung {id} wird gerade von jemand anderem geändert; versuchen Sie es erneut',
    of: 'CONFLICT',
  },
  no_results: {
    en: 'the run is {status}: only runs that are calculated, approved or posted have results',
    de: 'die Abrechnung ist {status}: nur berechnete, freigegebene und verbuchte Abrechnungen haben Ergebnisse',
    of: 'CONFLICT',
  },
  input_changed: {
    en: 'the input of run {id} has changed since: {what}; discard it and start another',
    de: 'was in Abrechnung {id} einging, hat sich seither geändert: {what}; verwerfen Sie sie und beginnen Sie eine neue',
    of: 'CONFLICT',
  },
  lines_changed: {
    en: 'the lines of run {id} are not what was calculated: they come to {lines} instead of {payout} (members with another amount than on their statements: {members}); discard it and start another',
    de: 'die Zeilen von Abrechnung {id} sind nicht, was berechnet wurde: sie ergeben {lines} statt {payout} (Mitglieder mit einem anderen Betrag als auf ihrem Beleg: {members}); verwerfen Sie sie und beginnen Sie eine neue',
    of: 'CONFLICT',
  },
  periods_in_order: {
    en: 'run {id} begins at {from}, but the last posted period ended at {to}; periods are posted one after the other',
    de: 'Abrechnung {id} beginnt am {from}, der letzte verbuchte Zeitraum endete aber am {to}; Zeiträume werden nacheinander verbucht',
    of: 'CONFLICT',
  },
  plan_changed: {
    en: 'another plan was published for {period} since; discard run {id} and start another',
    de: 'für {period} wurde seither ein anderer Plan veröffentlicht; verwerfen Sie Abrechnung {id} und beginnen Sie eine neue',
    of: 'CONFLICT',
  },
  ledger_busy: {
    en: 'the volume ledger is being written to, for example by an import; post run {id} again when that is over',
    de: 'in das Volumenbuch wird gerade geschrieben, etwa von einem Import; verbuchen Sie Abrechnung {id} danach noch einmal',
    of: 'CONFLICT',
  },
  open_period_measured: {
    en: 'the open period is being measured; try again in a moment',
    de: 'der offene Zeitraum wird gerade ausgewertet; versuchen Sie es gleich noch einmal',
    of: 'SERVICE_UNAVAILABLE',
  },

  // Corrections.
  correction_not_calculated: {
    en: 'correction {id} is {status}; it must be calculated first',
    de: 'Korrektur {id} ist {status}; sie muss erst berechnet sein',
    of: 'CONFLICT',
  },
  correction_first: {
    en: 'correction {id} comes first: approve or discard it',
    de: 'zuerst kommt Korrektur {id}: geben Sie sie frei, oder verwerfen Sie sie',
    of: 'CONFLICT',
  },
  posted_since: {
    en: '{period} was posted since: have it calculated again',
    de: '{period} wurde seither verbucht: lassen Sie neu berechnen',
    of: 'CONFLICT',
  },
  correction_status: { en: 'correction {id} is {status}', de: 'Korrektur {id} ist {status}', of: 'CONFLICT' },
  positions_not_restorable: {
    en: 'the previous positions cannot be restored: {problem}; other members were moved since',
    de: 'die früheren Positionen lassen sich nicht wiederherstellen: {problem}; seither wurden andere umgesetzt',
    of: 'CONFLICT',
  },
  later_correction: {
    en: 'correction {id} moved the same member after it: discard it first',
    de: 'Korrektur {id} hat dasselbe Mitglied danach umgesetzt: verwerfen Sie sie zuerst',
    of: 'CONFLICT',
  },

  // Simulations.
  run_not_posted: { en: 'its run is not posted', de: 'ihre Abrechnung ist nicht verbucht', of: 'CONFLICT' },
  too_many_simulations: {
    en: '{count} of your simulations are going on; wait for one',
    de: '{count} Ihrer Simulationen laufen; warten Sie auf eine',
    of: 'CONFLICT',
  },
  not_plans: { en: 'must be a list of 1 to {max} plans', de: 'muss eine Liste von 1 bis {max} Plänen sein' },

  // Earnings.
  not_whole_amount: { en: 'must be whole in this currency', de: 'muss in dieser Währung ganzzahlig sein' },
  too_many_decimals_of_currency: {
    en: 'must have at most {places} decimals in this currency',
    de: 'darf in dieser Währung höchstens {places} Nachkommastellen haben',
  },
  not_to_write_off: {
    en: 'the member is a distributor in the status {status}; only balances of members who have left are written off',
    de: 'das Mitglied ist Vertriebspartner im Status {status}; nur Guthaben von Gekündigten werden ausgebucht',
    of: 'CONFLICT',
  },
  balance_zero: { en: 'the balance is 0', de: 'das Guthaben ist 0', of: 'CONFLICT' },

  // Payouts.
  nothing_payable: {
    en: 'nothing is payable: no active distributor who is not on hold has a payable balance of {minimum} or more',
    de: 'nichts ist zahlbar: kein aktiver Vertriebspartner ohne Sperre hat ein zahlbares Guthaben ab {minimum}',
    of: 'CONFLICT',
  },
  payout_amount_changed: {
    en: 'the payout comes to {now} now, not {then}; look at the preview again',
    de: 'die Auszahlung beträgt jetzt {now}, nicht {then}; sehen Sie sich die Vorschau noch einmal an',
    of: 'CONFLICT',
    remedy: 'Show the preview again, and send its `amount`.',
  },
  below_minimum: {
    en: 'must be at least {minimum}, the minimum_payout of the plan',
    de: 'muss mindestens {minimum} sein, der minimum_payout des Plans',
  },
  payout_status: {
    en: 'payout {id} is {status}; it must be {needed}',
    de: 'Auszahlung {id} ist {status}; sie muss {needed} sein',
    of: 'CONFLICT',
  },
  nobody_to_pay: {
    en: 'no member in payout {id} can be paid any longer; cancel it',
    de: 'kein Mitglied in Auszahlung {id} kann noch bezahlt werden; brechen Sie sie ab',
    of: 'CONFLICT',
  },
  member_not_left: {
    en: 'the member is a distributor in the status {status}; last payouts are for members who have left',
    de: 'das Mitglied ist Vertriebspartner im Status {status}; letzte Auszahlungen sind für Gekündigte',
    of: 'CONFLICT',
  },
  member_on_hold: {
    en: 'the member is on hold: {reason}',
    de: 'Auszahlungen an das Mitglied sind gesperrt: {reason}',
    of: 'CONFLICT',
  },
  on_hold_already: {
    en: 'the member is on hold already: {reason}',
    de: 'Auszahlungen an das Mitglied sind schon gesperrt: {reason}',
    of: 'CONFLICT',
  },
  hold_released: { en: 'hold {id} is released already', de: 'Sperre {id} ist schon aufgehoben', of: 'CONFLICT' },
  no_balance: { en: 'the balance is not above 0', de: 'das Guthaben ist nicht über 0', of: 'CONFLICT' },
  paid_last: {
    en: 'payout {id} is already the last payout of the member; write the balance off',
    de: 'Auszahlung {id} ist schon die letzte des Mitglieds; buchen Sie das Guthaben aus',
    of: 'CONFLICT',
  },
  no_payout: { en: 'is no payout', de: 'ist keine Auszahlung' },
  too_many_results: {
    en: 'the file has more than {max} rows; send it in parts',
    de: 'die Datei hat mehr als {max} Zeilen; senden Sie sie in Teilen',
  },
  missing_columns: {
    en: 'columns are missing: {missing}; the file has: {found}',
    de: 'es fehlen Spalten: {missing}; die Datei hat: {found}',
  },
  unknown_columns: {
    en: 'must be some of {columns}, separated by commas',
    de: 'müssen, durch Kommas getrennt, einige von {columns} sein',
  },
  file_in_other_currency: {
    en: 'files of the format {format} are in {wanted}, and this installation pays in {currency}; take a CSV file',
    de: 'Dateien im Format {format} sind in {wanted}, und diese Installation zahlt in {currency}; nehmen Sie eine CSV-Datei',
    of: 'CONFLICT',
  },
  no_payer: {
    en: 'the account that files of the format {format} pay from is missing or incomplete: an extension has to give it',
    de: 'das Konto, von dem Dateien im Format {format} zahlen, fehlt oder ist unvollständig: eine Erweiterung muss es liefern',
    of: 'CONFLICT',
  },
  no_accounts: {
    en: '{count} items cannot be paid by a file of the format {format}: no valid account, or an amount that it does not take; mark them as failed, or leave them out',
    de: '{count} Posten lassen sich mit einer Datei im Format {format} nicht zahlen: kein gültiges Konto, oder ein Betrag, den sie nicht aufnimmt; markieren Sie sie als fehlgeschlagen, oder lassen Sie sie aus',
    of: 'CONFLICT',
  },
  nothing_left: {
    en: 'part {part} of payout {id} has nothing left to be paid',
    de: 'in Teil {part} von Auszahlung {id} ist nichts mehr zu zahlen',
    of: 'CONFLICT',
  },
  not_in_payout: { en: 'is not in this payout', de: 'ist nicht in dieser Auszahlung' },
  repeated: { en: 'is repeated', de: 'ist doppelt' },
  needed_for_paid: { en: 'is required of a paid item', de: 'fehlt; bezahlte Posten brauchen es' },
  for_failed: { en: 'is for failed items', de: 'ist für fehlgeschlagene Posten' },
  needed_for_failed: { en: 'is required of a failed item', de: 'fehlt; fehlgeschlagene Posten brauchen es' },
  for_paid: { en: 'is for paid items', de: 'ist für bezahlte Posten' },
  item_status: {
    en: 'item {id} is {status} already, and what was said of it differs',
    de: 'Posten {id} ist schon {status}, und was dazu gesagt wurde, ist ein anderes',
    of: 'CONFLICT',
  },
} as const satisfies Record<string, Message>;
