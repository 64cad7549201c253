import { useEffect, useState } from 'react';
import { NavigationType, useNavigationType, useSearchParams } from 'react-router';
import { changedParams } from './tree-path';
import { formatOpen, keyOf, parseOpen, type Walk } from './walk';

/** Milliseconds after which a step is in the address: browsers refuse to change it at every key that is held down. */
const SETTLED_MS = 250;

/** What of a walk the address has. */
const addressOf = (params: URLSearchParams): string => `${params.get('at') ?? ''}|${params.get('open') ?? ''}`;

/**
 * Keeps a walk through a tree, also in the address: `?at=12&open=3.12`.
 * @param begin where it begins when the address says nothing
 */
export function useWalk(begin: Walk): [Walk, (walk: Walk) => void] {
  const [params, setParams] = useSearchParams();
  const navigation = useNavigationType();
  const address = addressOf(params);
  const [walk, setWalk] = useState<Walk | undefined>(() => read(params));
  const link = `${address}|${params.get('to') ?? ''}`;
  const [known, setKnown] = useState(link);
  if (link !== known) {
    setKnown(link);
    // By a link, or by Back; what this hook writes replaces.
    if (navigation !== NavigationType.Replace) setWalk(read(params));
  }
  useEffect(() => {
    if (walk === undefined || address === `${walk.at}|${formatOpen(walk.open)}`) return undefined;
    const timer = setTimeout(
      () =>
        setParams(changedParams({ at: walk.at, open: formatOpen(walk.open) }), {
          replace: true,
          preventScrollReset: true,
        }),
      SETTLED_MS,
    );
    return () => clearTimeout(timer);
  }, [walk, address, setParams]);
  return [walk ?? begin, setWalk];
}

function read(params: URLSearchParams): Walk | undefined {
  const [at, open, to] = [params.get('at'), params.get('open'), params.get('to')];
  if (open === null) return undefined;
  return { at: at ?? keyOf(Number(to ?? 0)), open: parseOpen(open) };
}
