import { useMutation, useQueryClient, type UseMutationResult } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { useNavigate } from 'react-router';
import { uploadFile } from '../../api/upload';
import { useUnsavedGuard } from '../../components/resource-form';
import { importQuery, type Import } from './imports.queries';
import type { ImportKind } from './import-kind';
import { t } from '../../i18n/t';

/** A file that is to be imported. */
export interface Sent {
  kind: ImportKind;
  file: File;
  type: string;
  isDryRun: boolean;
  /** Fields by columns that have another name in the file. */
  columns: Readonly<Record<string, string>>;
  decimalComma: boolean;
}

/** How far an upload has come, in bytes. */
interface Progress {
  sent: number;
  total: number;
}

/** Files that were checked while this page has been open: only a name and a place on the disk, whatever their size. */
const checked = new Map<string, Sent>();

/** The file of a dry run, if it was sent from here. */
export const fileOf = (id: string): Sent | undefined => checked.get(id);

/** An upload, as a page shows it. */
interface Uploading {
  upload: UseMutationResult<Import, Error, Sent>;
  /** While the file is sent. */
  progress: Progress | undefined;
  cancel: () => void;
}

const LEAVING = { title: t('Leave while the file is sent?'), text: t('The upload ends, and nothing is imported.') };

/** Sends files to be imported, and then shows the page of the import. Who leaves while a file is sent is asked first. */
export function useUpload(): Uploading {
  const uploading = useSending();
  const navigate = useNavigate();
  useUnsavedGuard(uploading.progress !== undefined, LEAVING);
  const begun = uploading.upload.data?.id;
  // After the guard has learnt that nothing is sent any more.
  useEffect(() => {
    if (begun !== undefined) void navigate(`/imports/${begun}`);
  }, [begun, navigate]);
  return uploading;
}

function useSending(): Uploading {
  const client = useQueryClient();
  const [progress, setProgress] = useState<Progress>();
  const sending = useRef<AbortController>(undefined);
  useEffect(() => () => sending.current?.abort(), []);
  const upload = useMutation<Import, Error, Sent>({
    mutationFn: async ({ kind, file, type, ...sent }) => {
      const controller = new AbortController();
      sending.current = controller;
      setProgress({ sent: 0, total: file.size });
      try {
        return await uploadFile<Import>({
          path: `${kind.path}?${queryOf(sent).toString()}`,
          file,
          type,
          signal: controller.signal,
          idempotencyKey: crypto.randomUUID(),
          onProgress: (sent, total) => setProgress({ sent, total }),
        });
      } finally {
        setProgress(undefined);
      }
    },
    onSuccess: (begun, sent) => {
      if (sent.isDryRun) checked.set(begun.id, sent);
      client.setQueryData(importQuery(begun.id).queryKey, begun);
      void client.invalidateQueries({ queryKey: ['imports', 'list'] });
      void client.invalidateQueries({ queryKey: ['audit'] });
    },
  });
  return { upload, progress, cancel: () => sending.current?.abort() };
}

function queryOf({
  isDryRun,
  columns,
  decimalComma,
}: Pick<Sent, 'isDryRun' | 'columns' | 'decimalComma'>): URLSearchParams {
  const query = new URLSearchParams({ dry_run: String(isDryRun) });
  if (Object.keys(columns).length > 0) query.set('columns', JSON.stringify(columns));
  if (decimalComma) query.set('decimal_comma', 'true');
  return query;
}
