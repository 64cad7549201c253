import { createContext, useContext } from 'react';
import type { Json, Path } from '../document/paths';
import type { JsonSchema } from '../document/schema';
import type { Problems } from '../editor/use-plan-document';
import { t } from '#console/i18n/t';

/** A bonus as others name it. */
export interface NamedBonus {
  readonly id: string;
  readonly type: string;
}

/** What all fields of a plan's form share. Changes rarely, so that typing renders one field alone. */
export interface FormContext {
  readonly schema: JsonSchema;
  readonly isReadOnly: boolean;
  readonly problems: Problems;
  /** The names of the ranks, the lowest first. */
  readonly ranks: readonly string[];
  readonly bonuses: readonly NamedBonus[];
  /** Sets the value at a path; undefined removes it. */
  readonly change: (path: Path, value: Json | undefined) => void;
  /** Gives a rank or a bonus another name, wherever it is named. */
  readonly rename: (kind: 'rank' | 'bonus', index: number, name: string) => void;
  readonly open: ReadonlySet<string>;
  readonly setOpen: (paths: readonly string[], isOpen: boolean) => void;
}

const Context = createContext<FormContext | undefined>(undefined);

export const FormProvider = Context.Provider;

/** What the fields of the form share. */
export function useFormContext(): FormContext {
  const context = useContext(Context);
  if (context === undefined) throw new Error(t('a field of a plan stands outside its form'));
  return context;
}
