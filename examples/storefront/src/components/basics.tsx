import { type ButtonHTMLAttributes, type InputHTMLAttributes, type ReactNode, useEffect, useId, useState } from 'react';
import type { Loaded } from '../data';
import { messageOf } from '../shop';
import { useSpeech } from '../words';
import { Icon } from './icons';

/** The heading of a page, which is also the title of the window. */
export function PageTitle({ children, beside }: { children: string; beside?: ReactNode }) {
  useTitle(children);
  return (
    <div className="page-title">
      <h1>{children}</h1>
      {beside}
    </div>
  );
}

export function useTitle(title: string): void {
  useEffect(() => {
    document.title = `${title} · Linnea`;
  }, [title]);
}

/** What went wrong, told at once. */
export function Problem({ error, retry }: { error: unknown; retry?: () => void }) {
  const { words } = useSpeech();
  if (error === undefined) return null;
  return (
    <div className="note problem" role="alert">
      <p>{messageOf(error) || words.failed}</p>
      {retry && (
        <button type="button" className="quiet" onClick={retry}>
          {words.retry}
        </button>
      )}
    </div>
  );
}

/** What has been done, told politely. */
export function Done({ children }: { children: ReactNode }) {
  return (
    <div className="note done" role="status">
      <Icon name="check" />
      <p>{children}</p>
    </div>
  );
}

/** Shows what was loaded; else that it is loading, or why it was not. */
export function Waiting<Value>({
  of: { data, error },
  rows = 3,
  children,
}: {
  of: Loaded<Value>;
  /** How many grey bars stand for what is to come. */
  rows?: number;
  children: (value: Value) => ReactNode;
}) {
  const { words } = useSpeech();
  if (data !== undefined) return children(data);
  if (error !== undefined) return <Problem error={error} />;
  return (
    <div className="skeleton" role="status" aria-label={words.loading}>
      {Array.from({ length: rows }, (_, index) => (
        <span key={index} />
      ))}
    </div>
  );
}

/** An empty page, kindly. */
export function Empty({ title, text, children }: { title: string; text?: string; children?: ReactNode }) {
  return (
    <div className="empty">
      <p className="big">{title}</p>
      {text && <p>{text}</p>}
      {children}
    </div>
  );
}

/** What a form says of an error below its fields: nothing, if they all say it themselves. */
export function problemOfForm(error: unknown, problems: Record<string, string>, fields: object): unknown {
  const others = Object.keys(problems).filter((name) => !(name in fields));
  return Object.keys(problems).length > 0 && others.length === 0 ? undefined : error;
}

interface FieldProps extends InputHTMLAttributes<HTMLInputElement> {
  label: string;
  hint?: string;
  problem?: string | undefined;
}

/** A labelled field, with its hint and what is wrong with it. */
export function Field({ label, hint, problem, ...input }: FieldProps) {
  const id = useId();
  const about = [hint && `${id}-hint`, problem && `${id}-problem`].filter(Boolean).join(' ');
  return (
    <div className="field">
      <label htmlFor={id}>{label}</label>
      <input
        id={id}
        aria-describedby={about || undefined}
        aria-invalid={problem !== undefined || undefined}
        {...input}
      />
      {hint && <small id={`${id}-hint`}>{hint}</small>}
      {problem && (
        <small id={`${id}-problem`} className="wrong">
          {problem}
        </small>
      )}
    </div>
  );
}

/** A list to choose from. */
export function Choice({
  label,
  value,
  options,
  onChange,
  isLabelHidden = false,
}: {
  label: string;
  value: string;
  options: Readonly<Record<string, string>>;
  onChange: (value: string) => void;
  isLabelHidden?: boolean;
}) {
  const id = useId();
  return (
    <div className="field">
      <label htmlFor={id} className={isLabelHidden ? 'unseen' : undefined}>
        {label}
      </label>
      <select id={id} value={value} onChange={(event) => onChange(event.target.value)}>
        {Object.entries(options).map(([name, text]) => (
          <option key={name} value={name}>
            {text}
          </option>
        ))}
      </select>
    </div>
  );
}

/** One of a few, side by side. */
export function Segments<Name extends string>({
  label,
  value,
  options,
  onChange,
}: {
  label: string;
  value: Name;
  options: Readonly<Record<Name, string>>;
  onChange: (value: Name) => void;
}) {
  const name = useId();
  return (
    <fieldset className="segments">
      <legend className="unseen">{label}</legend>
      {(Object.entries(options) as [Name, string][]).map(([option, text]) => (
        <label key={option}>
          <input
            type="radio"
            className="unseen"
            name={name}
            checked={option === value}
            onChange={() => onChange(option)}
          />
          <span>{text}</span>
        </label>
      ))}
    </fieldset>
  );
}

/** Something that takes a moment: it cannot be started twice, and says what went wrong. */
export function useAction(): {
  isBusy: boolean;
  error: unknown;
  run: (act: () => Promise<unknown>) => Promise<boolean>;
} {
  const [state, setState] = useState<{ isBusy: boolean; error: unknown }>({ isBusy: false, error: undefined });
  const run = async (act: () => Promise<unknown>): Promise<boolean> => {
    if (state.isBusy) return false;
    setState({ isBusy: true, error: undefined });
    try {
      await act();
      setState({ isBusy: false, error: undefined });
      return true;
    } catch (error) {
      setState({ isBusy: false, error });
      return false;
    }
  };
  return { ...state, run };
}

interface ButtonProps extends ButtonHTMLAttributes<HTMLButtonElement> {
  isBusy?: boolean;
}

/** The main button of a page. While it is busy it can still be reached, but does nothing. */
export function Button({ isBusy = false, className = 'main', type = 'button', ...others }: ButtonProps) {
  return <button type={type} className={className} aria-disabled={isBusy || undefined} {...others} />;
}
