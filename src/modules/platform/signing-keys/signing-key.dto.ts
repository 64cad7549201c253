import { BooleanProperty, ChoiceProperty, TextProperty } from '#common/openapi/decorators.js';

/** One signing key, for admins: never its private part. */
export class SigningKeyView {
  @TextProperty('NzbLsXh8uDCcd-6MNwXF4W_7noWXFZAfHkxZsRGC9Xs', 'the RFC 7638 thumbprint') kid!: string;
  @ChoiceProperty(['ES256', 'RS256'], 'ES256') alg!: string;
  @TextProperty('https://commerce.example.com', 'the `iss` claim of tokens that it signs') issuer!: string;
  @TextProperty('2026-11-21T08:30:00.000Z') created_at!: string;
  @BooleanProperty(true, 'whether it is the current signing key') signs!: boolean;
}
