import { useCallback, useEffect, useState } from 'react';
import { useLocation, useNavigate, useSearchParams } from 'react-router';
import { changedParams } from './address';

/** A dialog kept in the URL: a link opens it, and going back closes it. */
export interface Dialog {
  isOpen: boolean;
  /** The id of the row that it is about; kept during the closing animation. */
  subject: string | null;
  open: (subject?: string) => void;
  close: () => void;
}

/** What a dialog keeps in its entry of the browser's history. */
interface DialogState {
  /** How many entries back the page has no dialog. */
  entriesBack?: number;
}

/** The key of the entry that is being closed: going back takes a moment, and must happen only once. */
let closing: string | undefined;

/**
 * Keeps the open dialog in the URL: `?dialog=rotate`, or `?dialog=reveal:3f5c…`.
 * @param name unique on its page
 */
export function useDialog(name: string): Dialog {
  const [params, setParams] = useSearchParams();
  const navigate = useNavigate();
  const location = useLocation();
  const entries = (location.state as DialogState | null)?.entriesBack ?? 0;
  const value = params.get('dialog');
  useEffect(() => {
    if (closing !== location.key) closing = undefined;
  }, [location.key]);
  const subject = value?.startsWith(`${name}:`) === true ? value.slice(name.length + 1) : null;
  const [last, setLast] = useState(subject);
  if (subject !== null && subject !== last) setLast(subject);
  const open = useCallback(
    (subject?: string) => {
      const dialog = subject === undefined ? name : `${name}:${subject}`;
      // What a link has opened is below: going back would open it again.
      const isAboveLink = value !== null && entries === 0;
      const state: DialogState | null = isAboveLink ? null : { entriesBack: entries + 1 };
      setParams(changedParams({ dialog }), { state, preventScrollReset: true });
    },
    [setParams, name, value, entries],
  );
  const close = useCallback(() => {
    if (closing === location.key) return;
    if (entries === 0) return setParams(changedParams({ dialog: null }), { replace: true, preventScrollReset: true });
    closing = location.key;
    void navigate(-entries);
  }, [setParams, navigate, entries, location.key]);
  return { isOpen: value === name || value?.startsWith(`${name}:`) === true, subject: subject ?? last, open, close };
}
