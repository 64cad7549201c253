import type { ComponentType } from 'react';

/** The places of the console where extensions may put blocks, with what the component of a block is given there. */
export interface Slots {
  /** The end of the first page. */
  // eslint-disable-next-line @typescript-eslint/no-empty-object-type -- nothing is given there
  home: {};
  /** The end of the profile of a user. */
  member: { uid: number; username: string };
  /** An order, before its history. */
  order: { id: number; order_number: string; status: string; uid: number; currency_code: string };
  /** The end of the summary of a commission run. */
  run: { id: number; period: string; kind: string; status: string; currency_code: string };
}

export type SlotName = keyof Slots;

interface Titled<Name extends SlotName> {
  /** The heading of its card. Without one the component is shown without a card. */
  title?: string;
  /** Below the heading. */
  description?: string;
  Component: ComponentType<Slots[Name]>;
}

/** A block in one of the slots. */
export type Block = { [Name in SlotName]: Titled<Name> & { kind: 'block'; slot: Name } }[SlotName];

/** A page of an extension, with its own address. */
export interface OwnPage {
  kind: 'page';
  path: string;
  Component: ComponentType;
}

/** What the entry of an extension exports as its default. */
export type ConsoleParts = readonly (Block | OwnPage)[];

/**
 * A page. Everything below its address is its own too: `useParams()['*']` is the rest.
 * @param path as the extension declares it at the service
 */
export function definePage(path: string, Component: ComponentType): OwnPage {
  return { kind: 'page', path, Component };
}

/**
 * A block on a page of the console.
 * @param slot which page; what the component is given depends on it
 */
export function defineBlock<Name extends SlotName>(slot: Name, block: Titled<Name>): Block {
  return { ...block, kind: 'block', slot } as unknown as Block;
}
