import { Injectable } from '@nestjs/common';
import type { ObjectLiteral, SelectQueryBuilder } from 'typeorm';
import type { Caller } from '../access/index.js';
import { Database } from '../database/index.js';
import { DOWNLOADED_ROWS, type CsvTable, columnsOf } from '../http/csv.js';
import { Downloads, type Format, FormatField, type StreamedAnswer } from '../http/downloads.js';
import { type Counted, type Filters, Page, PageQuery, Pager, SearchQuery } from '../http/pagination.js';
import { sumsOf } from '../http/sums.js';
import { AuditLog } from './audit-log.js';

/** Query of a list of the admin module without filters. */
export class ListQuery extends PageQuery {
  @FormatField() format?: Format;
}

/** The same with a search. */
export class ListSearchQuery extends SearchQuery {
  @FormatField() format?: Format;
}

/** The CSV file of a list of the admin module. */
interface ListFile<Item extends object> extends Pick<CsvTable<Item>, 'uidOf'> {
  /** The start of the file's name; id and day follow. */
  readonly name: string;
  /** What is audited as downloaded: `volumes`, for `volumes.download`; default: the name. */
  readonly audited?: string;
  /** What is audited as having been read: `volume`. */
  readonly entityType: string;
  /** The whole of which was read, if that is not all: an application. */
  readonly entityId?: string | number;
  /** The columns, or the class whose properties they are. */
  readonly of: (abstract new (...args: never[]) => Item) | CsvTable<Item>['columns'];
}

/** A file whose rows or order differ from those of the list. */
interface FileWithOwnRows<Row extends object> extends ListFile<Row>, Pick<CsvTable<Row>, 'next'> {}

/** The file of a list. */
type FileOf<Item extends object, Row extends object> =
  (ListFile<NoInfer<Item>> & { readonly next?: never }) | FileWithOwnRows<Row>;

/** A list of the admin module: its pages are JSON, and the whole of it is a CSV file with the same filters. */
export interface AdminList<
  Entity extends ObjectLiteral,
  Item extends object,
  Query extends PageQuery,
  Row extends object = Item,
> {
  readonly query: Query;
  /** The query as it was sent, which the links repeat; default: `query`. */
  readonly asked?: PageQuery;
  /** The sorted query without filters. It is sorted one way by columns that are never null; the last one is unique. */
  readonly all: SelectQueryBuilder<Entity>;
  /** The unique column in whose order the file is; default: that of the list. */
  readonly fileBy?: string;
  readonly filters: Filters<Query>;
  /** What is shown of an entity; or `views`, of many, where more is read for them. */
  readonly view?: (entity: Entity) => Item;
  readonly views?: (entities: readonly Entity[]) => Promise<readonly Item[]>;
  /** Entries that are counted; default: all. */
  readonly most?: number;
  /** What is added up of all that match, where the query has `sums`: SQL by its name in the answer. */
  readonly sums?: Readonly<Record<string, string>>;
  /** What parts these sums: SQL by its name. */
  readonly sumsBy?: Readonly<Record<string, string>>;
  readonly file: FileOf<Item, Row>;
}

/**
 * A list that is read by an SQL statement of its own. Unless its file has `next`, it is read page by page: rows that are added or
 * removed meanwhile may be there twice, or be missing.
 */
export interface ReadList<Item extends object, Query extends PageQuery, Row extends object = Item> {
  readonly query: Query;
  /** Reads a page in the order of the list, with the number of all, and what they come to if the query asks for it. */
  readonly read: (bounds: { limit: number; offset: number }) => Promise<Counted<Item>>;
  readonly file: FileOf<Item, Row>;
}

/** A page of a list, or all of it as a file. */
export type ListAnswer<Item> = Page<Item> | StreamedAnswer;

/** Answers lists of the admin module, a page or the whole as a file. */
@Injectable()
export class AdminLists {
  constructor(
    private readonly db: Database,
    private readonly downloads: Downloads,
    private readonly audit: AuditLog,
  ) {}

  /**
   * A page of a list, or all that match as an audited file if there is a reader.
   * @param reader see `FileFor`
   * @throws AppError TOO_MANY_REQUESTS and SERVICE_UNAVAILABLE for too many downloads
   */
  async answer<Entity extends ObjectLiteral, Item extends object, Query extends PageQuery, Row extends object = Item>(
    list: AdminList<Entity, Item, Query, Row> | ReadList<Item, Query, Row>,
    reader: Caller | undefined,
  ): Promise<ListAnswer<Item>> {
    const { file } = list;
    if (reader === undefined) {
      if ('all' in list) return new Page(list.asked ?? list.query, await found(list));
      return new Page(list.query, await list.read(Pager.bounds(list.query)));
    }
    if (file.next !== undefined) return this.download(reader, file);
    return this.download(reader, { ...file, next: 'all' in list ? following(list) : pageByPage(list) });
  }

  private download<Row extends object>(
    caller: Caller,
    { name, audited = name, entityType, entityId, of, uidOf, next }: FileWithOwnRows<Row>,
  ): Promise<StreamedAnswer> {
    const act = { action: `${audited}.download`, entityType, entityId: entityId ?? '-' };
    return this.downloads.csv<Row>(caller, {
      begin: () => this.db.transaction((tx) => this.audit.record(tx, caller, act)),
      name: entityId === undefined ? name : `${name}-${entityId}`,
      columns: typeof of === 'function' ? columnsOf(of) : of,
      ...(uidOf && { uidOf }),
      next,
    });
  }
}

async function found<Entity extends ObjectLiteral, Item extends object, Query extends PageQuery>(
  list: Omit<AdminList<Entity, Item, Query>, 'file'>,
): Promise<Counted<Item>> {
  const { query, all, filters, most, sums, sumsBy } = list;
  const { rows, count } = await Pager.find(query, all, filters, most);
  const added = sums && (await sumsOf(query, all, filters, sums, sumsBy));
  return { rows: await viewsOf(list, rows), count, sums: added };
}

function following<Entity extends ObjectLiteral, Item extends object, Query extends PageQuery>(
  list: Omit<AdminList<Entity, Item, Query>, 'file'>,
): () => Promise<readonly Item[]> {
  const { query, all, filters, fileBy } = list;
  const read = Pager.following(query, fileBy === undefined ? all : all.clone().orderBy(fileBy), filters);
  return async () => viewsOf(list, await read());
}

function pageByPage<Item extends object>({
  read,
}: Pick<ReadList<Item, PageQuery>, 'read'>): () => Promise<readonly Item[]> {
  let offset = -DOWNLOADED_ROWS;
  return async () => (await read({ limit: DOWNLOADED_ROWS, offset: (offset += DOWNLOADED_ROWS) })).rows;
}

async function viewsOf<Entity extends ObjectLiteral, Item extends object>(
  { view, views }: Pick<AdminList<Entity, Item, PageQuery>, 'view' | 'views'>,
  entities: readonly Entity[],
): Promise<Item[]> {
  return views === undefined ? entities.map((entity) => view!(entity)) : [...(await views(entities))];
}
