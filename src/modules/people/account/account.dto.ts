import { ChoiceProperty } from '#common/openapi/decorators.js';
import { TextField } from '#common/validation/index.js';

/** Asking for a new password. */
export class RequestPasswordResetDto {
  @TextField({ max: 254, description: 'username or e-mail address', example: 'maria@example.com' }) login!: string;
}

/** The answer to whoever asks for an e-mail: the same whether there is such an account or not. */
export class ConfirmationSentView {
  @ChoiceProperty(['confirmation_sent'], 'confirmation_sent') status!: 'confirmation_sent';
}

/** The answer to everything that may send an e-mail. */
export const CONFIRMATION_SENT: ConfirmationSentView = { status: 'confirmation_sent' };
