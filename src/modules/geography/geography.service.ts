import { Injectable } from '@nestjs/common';
import { AppError } from '../../common/errors/app-error.js';
import { countries, statesOf } from './geography.rules.js';
import type { CountriesView, StatesView } from './geography.view.js';

/** Countries and their states, from ISO 3166. Section 4 of the decisions. */
@Injectable()
export class GeographyService {
  /** All countries by their English names. */
  countries(): CountriesView {
    return { countries: [...countries()] };
  }

  /**
   * The states of a country by name; none for a country that has none.
   * @param countryCode ISO 3166-1 alpha-2, in any case of letters
   * @throws AppError NOT_FOUND for an unknown country
   */
  async states(countryCode: string): Promise<StatesView> {
    const states = await statesOf(countryCode);
    if (states === undefined) throw AppError.notFound('country');
    return { states };
  }
}
