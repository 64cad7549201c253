import { useSyncExternalStore } from 'react';

/** Milliseconds after which "2 minutes ago" is looked at again. */
const TICK_MS = 5_000;

const listeners = new Set<() => void>();
let timer: ReturnType<typeof setInterval> | undefined;
let now = Date.now();

/** The time, in milliseconds since 1970, at most a few seconds old; what is shown by it grows older by itself. */
export function useNow(): number {
  return useSyncExternalStore(subscribe, () => now);
}

function tick(): void {
  now = Date.now();
  listeners.forEach((listener) => listener());
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  if (timer === undefined) {
    timer = setInterval(tick, TICK_MS);
    tick();
  }
  return () => {
    listeners.delete(listener);
    if (listeners.size > 0) return;
    clearInterval(timer);
    timer = undefined;
  };
}
