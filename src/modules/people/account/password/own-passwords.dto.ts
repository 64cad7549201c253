import { TextField } from '#common/validation/index.js';

/** Asking for a new password. */
export class RequestPasswordResetDto {
  @TextField({ max: 254, description: 'username or e-mail address', example: 'maria@example.com' }) login!: string;
}
