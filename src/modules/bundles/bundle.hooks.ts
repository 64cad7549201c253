import type { Caller } from '../../common/access/index.js';
import type { BundleState } from './bundle.state.js';

/** What hooks are told of a change to a bundle. */
export interface BundleContext {
  caller: Caller;
  /** The bundle as it will be; at `bundle.delete`, as it is. */
  bundle: BundleState;
}

declare module '../../common/events/hooks.js' {
  interface HookPoints {
    /** Before a bundle is made, one by one or in bulk. */
    'bundle.create': BundleContext;
    /** Before a bundle's change is written; a variant's delete is one too. */
    'bundle.update': BundleContext;
    /** Before a bundle is deleted. */
    'bundle.delete': BundleContext;
  }
}
