import 'reflect-metadata';
import { Logger } from '@nestjs/common';
import { setPermissionsOfExtensions } from '#common/access/roles.js';
import { setCustomFields } from '#common/custom-fields/declaration.js';
import { setEventsOfExtensions } from '#common/events/event-types.js';

// Services that a test makes by itself would write to the terminal; a test that reads the log gives createApp its own.
Logger.overrideLogger(false);

// What extensions of an earlier file have declared: they last until the next application is made.
setPermissionsOfExtensions(new Map());
setEventsOfExtensions(new Map());
setCustomFields(new Map());
