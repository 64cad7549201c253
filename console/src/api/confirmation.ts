/** Asks the user who they are; whether they have shown it. */
type Ask = () => Promise<boolean>;

let ask: Ask | undefined;
/** The question that is open: requests that are refused meanwhile wait for its answer. */
let open: Promise<boolean> | undefined;

/** Lets somebody ask, until the returned function is called. */
export function onConfirmationNeeded(asks: Ask): () => void {
  ask = asks;
  return () => {
    ask = undefined;
  };
}

/**
 * Sends a request. If the service first wants the user to confirm who they are, they are asked, and the request is sent
 * again.
 */
export async function fetchConfirmed(request: Request): Promise<Response> {
  // A body can be sent once.
  const body = request.body === null ? undefined : await request.text();
  const send = (): Promise<Response> => fetch(body === undefined ? request : new Request(request, { body }));
  const response = await send();
  if (ask === undefined || !(await needsConfirmation(response))) return response;
  open ??= ask().finally(() => {
    open = undefined;
  });
  return (await open) ? send() : response;
}

async function needsConfirmation(response: Response): Promise<boolean> {
  if (response.status !== 401) return false;
  const body = (await response
    .clone()
    .json()
    .catch(() => ({}))) as { type?: string };
  return body.type === 'Reauthentication Required';
}
