import { useSyncExternalStore } from 'react';

/** Interval at which texts such as "2 minutes ago" are updated, in milliseconds. */
const TICK_MS = 5_000;

const listeners = new Set<() => void>();
let timer: ReturnType<typeof setInterval> | undefined;
let now = Date.now();

/** The current time in milliseconds since 1970, updated every few seconds. */
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
