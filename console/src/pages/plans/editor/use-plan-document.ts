import { useCallback, useMemo, useReducer } from 'react';
import { ApiFailure } from '#console/api/failure';
import { readJson, writeJson, type JsonMistake } from '../document/json-text';
import { isObject, isWithin, pathText, setIn, type Json, type JsonObject, type Path } from '../document/paths';
import { sentence } from '../document/schema';
import { t } from '#console/i18n/t';

/** What the service says against a document, by path. */
export type Problems = ReadonlyMap<string, readonly string[]>;

interface State {
  /** As the service has it. */
  readonly saved: JsonObject;
  readonly document: JsonObject;
  /** The document as JSON, or what is typed there and is not valid yet. */
  readonly text: string;
  readonly mistake: JsonMistake | undefined;
  readonly problems: Problems;
  /** Paths of the ranks and bonuses that are unfolded. */
  readonly open: ReadonlySet<string>;
}

type Action =
  | { type: 'change'; path: Path; value: Json | undefined }
  | { type: 'edit'; document: JsonObject; changed: readonly string[] }
  | { type: 'replace'; document: JsonObject }
  | { type: 'type'; text: string }
  | { type: 'accept'; document: JsonObject }
  | { type: 'refuse'; problems: Problems }
  | { type: 'open'; paths: readonly string[]; isOpen: boolean };

const NONE: Problems = new Map();
const NO_OBJECT: JsonMistake = { line: 1, column: 1, message: t('a plan is an object: it begins with {') };

function begin(document: JsonObject): State {
  const open = new Set<string>();
  return { saved: document, document, text: writeJson(document), mistake: undefined, problems: NONE, open };
}

function reduce(state: State, action: Action): State {
  switch (action.type) {
    case 'change': {
      const document = setIn(state.document, action.path, action.value) as JsonObject;
      const problems = without(state.problems, pathText(action.path));
      return { ...state, document, problems, text: writeJson(document), mistake: undefined };
    }
    case 'edit': {
      const problems = action.changed.reduce(without, state.problems);
      const { document } = action;
      return { ...state, document, problems, text: writeJson(document), mistake: undefined };
    }
    case 'replace':
      return { ...begin(action.document), saved: state.saved, open: state.open };
    case 'type':
      return typed(state, action.text);
    case 'accept':
      return { ...begin(action.document), open: state.open };
    case 'refuse':
      return { ...state, problems: action.problems };
    case 'open': {
      const open = new Set(state.open);
      for (const path of action.paths) open[action.isOpen ? 'add' : 'delete'](path);
      return { ...state, open };
    }
  }
}

function typed(state: State, text: string): State {
  const read = readJson(text);
  if (read.mistake !== undefined) return { ...state, text, mistake: read.mistake };
  if (!isObject(read.value)) return { ...state, text, mistake: NO_OBJECT };
  return { ...state, text, document: read.value, mistake: undefined };
}

function without(problems: Problems, changed: string): Problems {
  if (problems.size === 0) return problems;
  return new Map([...problems].filter(([path]) => !isWithin(path, changed)));
}

/** A plan that is edited, as a form and as JSON. */
export interface PlanDocument extends State {
  readonly isDirty: boolean;
  /** The line on which each value begins; empty while the text is no JSON. */
  readonly lines: ReadonlyMap<string, number>;
  change: (path: Path, value: Json | undefined) => void;
  /** Puts a document here that differs from this one in more than one place; `changed` names what has no problems any more. */
  edit: (document: JsonObject, changed: readonly string[]) => void;
  /** Puts another document here, unsaved. */
  replace: (document: JsonObject) => void;
  type: (text: string) => void;
  /** Takes over what is saved. */
  accept: (document: JsonObject) => void;
  refuse: (problems: Problems) => void;
  setOpen: (paths: readonly string[], isOpen: boolean) => void;
}

/** Keeps a plan that is edited: a change of the form rewrites the JSON, and what is typed there shows in the form. */
export function usePlanDocument(saved: JsonObject): PlanDocument {
  const [state, dispatch] = useReducer(reduce, saved, begin);
  const change = useCallback((path: Path, value: Json | undefined) => dispatch({ type: 'change', path, value }), []);
  const edit = useCallback(
    (document: JsonObject, changed: readonly string[]) => dispatch({ type: 'edit', document, changed }),
    [],
  );
  const replace = useCallback((document: JsonObject) => dispatch({ type: 'replace', document }), []);
  const type = useCallback((text: string) => dispatch({ type: 'type', text }), []);
  const accept = useCallback((document: JsonObject) => dispatch({ type: 'accept', document }), []);
  const refuse = useCallback((problems: Problems) => dispatch({ type: 'refuse', problems }), []);
  const setOpen = useCallback(
    (paths: readonly string[], isOpen: boolean) => dispatch({ type: 'open', paths, isOpen }),
    [],
  );
  const lines = useMemo(() => {
    const read = readJson(state.text);
    return read.mistake === undefined ? read.lines : new Map<string, number>();
  }, [state.text]);
  const isDirty = state.mistake !== undefined || JSON.stringify(state.document) !== JSON.stringify(state.saved);
  return { ...state, isDirty, lines, change, edit, replace, type, accept, refuse, setOpen };
}

/** The problems that a refusal names, by path; those of the request as a whole are left out. */
export function problemsOf(error: unknown): Problems {
  const found = new Map<string, string[]>();
  if (!(error instanceof ApiFailure)) return found;
  for (const [field, problems] of Object.entries(error.fields)) {
    if (field === 'detail') continue;
    for (const { path = field, message } of problems) found.set(path, [...(found.get(path) ?? []), sentence(message)]);
  }
  return found;
}
