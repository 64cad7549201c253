import { Module } from '@nestjs/common';
import { notFound } from '#common/errors/failures.js';
import { AppError } from '#common/errors/app-error.js';
import { ClientController, Endpoint } from '#common/http/endpoint.js';
import { ListProperty, TextProperty } from '#common/openapi/decorators.js';
import { textInPath } from '#common/http/path-params.js';
import { countries, statesOf } from './geography.rules.js';

const CountryCodeParam = textInPath('country_code', 'ISO 3166-1 alpha-2 code of the country, case-insensitive', 'DE', {
  minLength: 2,
  maxLength: 2,
});

/** A country. */
class CountryView {
  @TextProperty('DE', 'ISO 3166-1 alpha-2') code!: string;
  @TextProperty('Germany', 'English name') name!: string;
}

/** A state, province or other subdivision of a country. */
class StateView {
  @TextProperty('US-CA', 'ISO 3166-2') code!: string;
  @TextProperty('California') name!: string;
}

/** All countries. */
class CountriesView {
  @ListProperty(CountryView) countries!: CountryView[];
}

/** The states of a country. */
class StatesView {
  @ListProperty(StateView) states!: StateView[];
}

/** Lists without user data; according to docs/spec/commerce-api.md#5 they require an API admin. */
@ClientController('get', {
  tag: { name: 'Geography', order: 50, description: 'Countries and their states.' },
  access: 'api_admin',
})
class GeographyController {
  @Endpoint('GET countries', {
    id: 'getCountries',
    summary: 'List countries',
    description: 'All countries of ISO 3166-1, sorted by English name.',
    answer: CountriesView,
  })
  countries(): CountriesView {
    return { countries: [...countries()] };
  }

  @Endpoint('GET states/:country_code', {
    id: 'getStates',
    summary: 'List the states of a country',
    description:
      'The subdivisions of ISO 3166-2 by name. The country code is case-insensitive; the list is empty for a country without subdivisions.',
    answer: StatesView,
    failures: [notFound('country')],
  })
  async states(@CountryCodeParam() countryCode: string): Promise<StatesView> {
    const states = await statesOf(countryCode);
    if (states === undefined) throw AppError.notFound('country');
    return { states };
  }
}

/** Countries and states. */
@Module({ controllers: [GeographyController] })
export class GeographyModule {}
