import { noticeFailure } from './client';
import { ApiFailure, failureOf } from './failure';
import { language, t } from '../i18n/t';

/** A file on its way to the service. */
interface Upload {
  /** Path of the admin API. */
  path: string;
  file: File;
  /** The media type that the service takes it as. */
  type: string;
  /** Makes a repeated upload the same one. */
  idempotencyKey?: string;
  onProgress: (sent: number, total: number) => void;
  signal: AbortSignal;
}

/**
 * Sends a file as the body of a request. The browser reads it from the disk while it is sent, however large it is; `fetch`
 * would not say how far it has come.
 * @returns the `data` of the response's envelope
 * @throws ApiFailure
 */
export async function uploadFile<Data>({ path, file, type, idempotencyKey: key, ...upload }: Upload): Promise<Data> {
  const response = await send(
    path,
    file,
    { 'content-type': type, ...(key !== undefined && { 'idempotency-key': key }), 'accept-language': language },
    upload,
  );
  if (!response.ok) {
    const failure = await failureOf(response);
    noticeFailure(failure);
    throw failure;
  }
  return ((await response.json()) as { data: Data }).data;
}

function send(
  path: string,
  file: File,
  headers: Readonly<Record<string, string>>,
  { onProgress, signal }: Pick<Upload, 'onProgress' | 'signal'>,
): Promise<Response> {
  return new Promise((resolve, reject) => {
    const request = new XMLHttpRequest();
    const lost = (): void =>
      reject(new ApiFailure(0, 'Offline', t('the file could not be sent: it has changed, or the connection was lost')));
    request.open('POST', path);
    for (const [name, value] of Object.entries(headers)) request.setRequestHeader(name, value);
    request.upload.onprogress = ({ loaded, total }) => onProgress(loaded, total);
    request.onerror = lost;
    request.ontimeout = lost;
    request.onabort = () => reject(new ApiFailure(0, 'Cancelled', t('the upload was cancelled')));
    request.onload = () => {
      const id = request.getResponseHeader('x-request-id');
      const init = { status: request.status, ...(id !== null && { headers: { 'x-request-id': id } }) };
      resolve(new Response(request.responseText, init));
    };
    signal.addEventListener('abort', () => request.abort());
    request.send(file);
  });
}
