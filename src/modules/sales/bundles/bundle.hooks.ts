import type { Caller } from '#common/access/index.js';
import type { BundleState } from './bundle.state.js';

/** Context of the hooks that run before a bundle changes. */
export interface BundleContext {
  caller: Caller;
  /** The bundle after the change; at `bundle.delete`, the bundle itself. */
  bundle: BundleState;
}

declare module '../../../common/events/handlers.js' {
  interface HookPoints {
    /** Before a bundle is created, alone or in bulk. */
    'bundle.create': BundleContext;
    /** Before a bundle is updated or one of its variants deleted. */
    'bundle.update': BundleContext;
    /** Before a bundle is deleted. */
    'bundle.delete': BundleContext;
  }
}
