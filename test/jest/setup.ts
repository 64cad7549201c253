import 'reflect-metadata';
import { Logger } from '@nestjs/common';

// Services that a test makes by itself would write to the terminal; a test that reads the log gives createApp its own.
Logger.overrideLogger(false);
