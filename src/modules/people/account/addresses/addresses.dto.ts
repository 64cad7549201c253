import { numberInPath } from '#common/http/path-params.js';
import { BooleanProperty, NumberProperty, TextProperty } from '#common/openapi/decorators.js';
import { BooleanField, TextField } from '#common/validation/index.js';
import { CountryCodeField } from '../../users/index.js';
import type { UserAddress } from './address.entity.js';

export const AddressIdParam = numberInPath('id', 'id of the address', 5);

const STATE = 'ISO 3166-2, of the country';
const DEFAULT_SHIPPING = 'goods go there; no other address does then';
const DEFAULT_BILLING = 'invoices go there; no other address does then';

/** A new address. */
export class AddAddressDto {
  @TextField({ max: 100, description: 'what the user calls it', example: 'Home' }) label!: string;
  @TextField({ max: 200, example: 'Maria Schmidt' }) recipient!: string;
  @TextField({ max: 200, example: 'Lindenallee 12' }) line1!: string;
  @TextField({ optional: true, min: 0, max: 200, example: '2nd floor' }) line2?: string;
  @TextField({ optional: true, min: 0, max: 20, example: '10115' }) postal_code?: string;
  @TextField({ max: 100, example: 'Berlin' }) city!: string;
  @TextField({ optional: true, nullable: true, max: 6, description: STATE, example: 'DE-BE' }) state?: string | null;
  @CountryCodeField() country_code!: string;
  @BooleanField({ optional: true, description: DEFAULT_SHIPPING, example: true }) is_default_shipping?: boolean;
  @BooleanField({ optional: true, description: DEFAULT_BILLING, example: true }) is_default_billing?: boolean;
}

/** What changes of an address; what is left out stays. */
export class ChangeAddressDto {
  @TextField({ optional: true, max: 100, description: 'what the user calls it', example: 'Home' }) label?: string;
  @TextField({ optional: true, max: 200, example: 'Maria Schmidt' }) recipient?: string;
  @TextField({ optional: true, max: 200, example: 'Lindenallee 12' }) line1?: string;
  @TextField({ optional: true, min: 0, max: 200, example: '2nd floor' }) line2?: string;
  @TextField({ optional: true, min: 0, max: 20, example: '10115' }) postal_code?: string;
  @TextField({ optional: true, max: 100, example: 'Berlin' }) city?: string;
  @TextField({ optional: true, nullable: true, max: 6, description: STATE, example: 'DE-BE' }) state?: string | null;
  @CountryCodeField({ optional: true }) country_code?: string;
  @BooleanField({ optional: true, description: DEFAULT_SHIPPING, example: true }) is_default_shipping?: boolean;
  @BooleanField({ optional: true, description: DEFAULT_BILLING, example: true }) is_default_billing?: boolean;
}

/** An address of a user. */
export class AddressView {
  @NumberProperty(5) id!: number;
  @TextProperty('Home') label!: string;
  @TextProperty('Maria Schmidt') recipient!: string;
  @TextProperty('Lindenallee 12') line1!: string;
  @TextProperty('2nd floor') line2!: string;
  @TextProperty('10115') postal_code!: string;
  @TextProperty('Berlin') city!: string;
  @TextProperty('DE-BE', 'ISO 3166-2', { nullable: true }) state!: string | null;
  @TextProperty('DE', 'ISO 3166-1 alpha-2') country_code!: string;
  @BooleanProperty(true) is_default_shipping!: boolean;
  @BooleanProperty(false) is_default_billing!: boolean;
}

export function toAddressView(address: UserAddress): AddressView {
  const { id, label, recipient, line1, line2, postalCode, city, state, countryCode } = address;
  return {
    id,
    label,
    recipient,
    line1,
    line2,
    postal_code: postalCode,
    city,
    state,
    country_code: countryCode,
    is_default_shipping: address.isDefaultShipping,
    is_default_billing: address.isDefaultBilling,
  };
}
