import { isObject, listOf, objectOf, setIn, valueAt, type Json, type JsonObject } from './paths';

/** Keys whose text is the name of a rank. */
const RANK_KEYS = ['rank'];
/** Keys of tables by rank. */
const TABLES = ['percents', 'cap', 'shares', 'amounts'];
/** Keys whose lists have ids of bonuses. */
const BONUS_LISTS = ['of', 'excludes'];

/**
 * Gives a rank another name, also in conditions and tables that name it. A name that another rank has already, or that two
 * ranks share, says nothing of who is meant: then only the rank itself changes.
 */
export function renameRank(document: JsonObject, index: number, name: string): JsonObject {
  const old = valueAt(listOf(document.ranks)[index], 'name');
  const next = setIn(document, ['ranks', index, 'name'], name) as JsonObject;
  const names = listOf(document.ranks).map((rank) => valueAt(rank, 'name'));
  if (typeof old !== 'string' || names.includes(name) || names.indexOf(old) !== names.lastIndexOf(old)) return next;
  const ranks = listOf(next.ranks).map((rank) => mapRanks(rank, old, name));
  const bonuses = listOf(next.bonuses).map((bonus) => mapRanks(bonus, old, name));
  return { ...next, active: mapRanks(next.active ?? {}, old, name), ranks, bonuses };
}

/** Removes a rank, with its rows in the tables of bonuses. Conditions that name it stay, and the service refuses them. */
export function withoutRank(document: JsonObject, index: number): JsonObject {
  const name = valueAt(listOf(document.ranks)[index], 'name');
  const next = setIn(document, ['ranks', index], undefined) as JsonObject;
  const isNamedTwice = listOf(next.ranks).some((rank) => valueAt(rank, 'name') === name);
  if (typeof name !== 'string' || isNamedTwice) return next;
  const bonuses = listOf(next.bonuses).map((bonus) =>
    isObject(bonus)
      ? Object.fromEntries(
          Object.entries(bonus).map(([key, part]) => [key, TABLES.includes(key) ? withoutKey(part, name) : part]),
        )
      : bonus,
  );
  return { ...next, bonuses };
}

/** Gives a bonus another id, also where other bonuses name it. */
export function renameBonus(document: JsonObject, index: number, id: string): JsonObject {
  const old = valueAt(listOf(document.bonuses)[index], 'id');
  const next = setIn(document, ['bonuses', index, 'id'], id) as JsonObject;
  const ids = listOf(document.bonuses).map((bonus) => valueAt(bonus, 'id'));
  if (typeof old !== 'string' || ids.includes(id) || ids.indexOf(old) !== ids.lastIndexOf(old)) return next;
  return { ...next, bonuses: listOf(next.bonuses).map((bonus) => mapIds(bonus, old, id)) };
}

/** A part of the plan with a rank's new name: as the value of `rank`, and as a key of a table by rank. */
function mapRanks(value: Json, old: string, name: string): Json {
  if (Array.isArray(value)) return value.map((entry: Json) => mapRanks(entry, old, name));
  if (!isObject(value)) return value;
  return Object.fromEntries(
    Object.entries(value).map(([key, part]) => {
      if (RANK_KEYS.includes(key) && part === old) return [key, name];
      if (TABLES.includes(key) && isObject(part)) return [key, renamedKey(part, old, name)];
      return [key, mapRanks(part, old, name)];
    }),
  );
}

function renamedKey(table: JsonObject, old: string, name: string): JsonObject {
  return Object.fromEntries(Object.entries(table).map(([key, value]) => [key === old ? name : key, value]));
}

function withoutKey(part: Json, name: string): Json {
  if (!isObject(part) || !Object.hasOwn(part, name)) return part;
  return Object.fromEntries(Object.entries(objectOf(part)).filter(([key]) => key !== name));
}

function mapIds(bonus: Json, old: string, id: string): Json {
  if (!isObject(bonus)) return bonus;
  const entries = Object.entries(bonus).map(([key, part]): [string, Json] => [
    key,
    BONUS_LISTS.includes(key) ? listOf(part).map((one) => (one === old ? id : one)) : part,
  ]);
  return Object.fromEntries(entries);
}
