import { useCallback, useState } from 'react';
import { useSearchParams } from 'react-router';

/** A dialog that the address knows: a link opens it, and going back closes it. */
export interface Dialog {
  isOpen: boolean;
  /** What it is about, where one dialog serves many things: the id of a row. While it closes, what it was about. */
  subject: string | null;
  open: (subject?: string) => void;
  close: () => void;
}

/**
 * Keeps in the address which dialog is open: `?dialog=rotate`, or `?dialog=reveal:3f5c…`.
 * @param name of the dialog, one of its page
 */
export function useDialog(name: string): Dialog {
  const [params, setParams] = useSearchParams();
  const change = useCallback(
    (value: string | null) =>
      setParams(
        (current) => {
          const next = new URLSearchParams(current);
          if (value === null) next.delete('dialog');
          else next.set('dialog', value);
          return next;
        },
        { replace: value === null, preventScrollReset: true },
      ),
    [setParams],
  );
  const value = params.get('dialog');
  const subject = value?.startsWith(`${name}:`) === true ? value.slice(name.length + 1) : null;
  const [last, setLast] = useState(subject);
  if (subject !== null && subject !== last) setLast(subject);
  const open = useCallback(
    (subject?: string) => change(subject === undefined ? name : `${name}:${subject}`),
    [change, name],
  );
  const close = useCallback(() => change(null), [change]);
  return {
    isOpen: value === name || value?.startsWith(`${name}:`) === true,
    subject: subject ?? last,
    open,
    close,
  };
}
