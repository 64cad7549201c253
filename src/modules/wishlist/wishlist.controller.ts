import { Body, Controller, Get, Post, Query } from '@nestjs/common';
import { Access, CallerParam, type Caller } from '../../common/access/index.js';
import { ROUTE_VERSION } from '../../common/http/api-version.js';
import { ApiOperation, ApiTags } from '../../common/openapi/decorators.js';
import { ApiAnswer, ApiFailures } from '../../common/openapi/index.js';
import { WishDto, WishlistQuery } from './wishlist.dto.js';
import { WishlistService } from './wishlist.service.js';
import { WishlistResultView } from './wishlist.views.js';

/** The wishlist of a user. Section 4.2 of the specification; section 6 of the decisions. */
@ApiTags('Wishlist')
@Access('user')
@Controller({ path: 'commerce', version: ROUTE_VERSION })
export class WishlistController {
  constructor(private readonly wishlist: WishlistService) {}

  @Get('wishlist-items')
  @ApiOperation({
    operationId: 'getWishlistItems',
    summary: 'Read the wishlist',
    description: 'At most 50 products from `offset`, newest first. Products that were deleted are not shown.',
  })
  @ApiAnswer(WishlistResultView, { isArray: true })
  read(@CallerParam() caller: Caller, @Query() query: WishlistQuery): Promise<WishlistResultView[]> {
    return this.wishlist.read(caller, query);
  }

  @Post('wishlist-add')
  @ApiOperation({
    operationId: 'addToWishlist',
    summary: 'Put a product on the wishlist',
    description: 'A product that is on the list already stays where it is. A wishlist has at most 1,000 products.',
  })
  @ApiAnswer(null)
  @ApiFailures({ code: 'VALIDATION', field: 'product_id', message: 'invalid product id' })
  add(@CallerParam() caller: Caller, @Body() dto: WishDto): Promise<object> {
    return this.wishlist.add(caller, dto);
  }

  @Post('wishlist-remove')
  @ApiOperation({
    operationId: 'removeFromWishlist',
    summary: 'Take a product off the wishlist',
    description: 'A product that is not on the list is 400, type `Not Found`.',
  })
  @ApiAnswer(null)
  @ApiFailures(
    { code: 'VALIDATION', field: 'product_id', message: 'must not be blank' },
    { code: 'ITEM_NOT_FOUND', field: 'product not found', message: 'product not found' },
  )
  remove(@CallerParam() caller: Caller, @Body() dto: WishDto): Promise<object> {
    return this.wishlist.remove(caller, dto);
  }
}
