import { Controller, Get, Param } from '@nestjs/common';
import { Access } from '../../common/access/index.js';
import { ROUTE_VERSION } from '../../common/http/api-version.js';
import { ApiOperation, ApiTags } from '../../common/openapi/decorators.js';
import { ApiAnswer, ApiFailures } from '../../common/openapi/index.js';
import { GeographyService } from './geography.service.js';
import { CountriesView, StatesView } from './geography.view.js';

/** Lists that belong to no user: section 5 of the specification wants an API admin for them. */
@ApiTags('Geography')
@Access('api_admin')
@Controller({ path: 'get', version: ROUTE_VERSION })
export class GeographyController {
  constructor(private readonly geography: GeographyService) {}

  /** All countries. */
  @Get('countries')
  @ApiOperation({
    operationId: 'getCountries',
    summary: 'List countries',
    description: 'All countries of ISO 3166-1, by their English names.',
  })
  @ApiAnswer(CountriesView)
  countries(): CountriesView {
    return this.geography.countries();
  }

  /** The states of a country. */
  @Get('states/:country_code')
  @ApiOperation({
    operationId: 'getStates',
    summary: 'List the states of a country',
    description:
      'The subdivisions of ISO 3166-2 by name. The country code may be in any case; a country without subdivisions gives an empty list.',
  })
  @ApiAnswer(StatesView)
  @ApiFailures({ code: 'NOT_FOUND', message: 'country not found' })
  states(@Param('country_code') countryCode: string): Promise<StatesView> {
    return this.geography.states(countryCode);
  }
}
