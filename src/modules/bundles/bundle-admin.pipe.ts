import { Injectable, type PipeTransform } from '@nestjs/common';
import { isPlainObject, judgeDto, plainBody, type Judged } from '../../common/validation/index.js';
import { CreateAdminBundleDto, UpdateAdminBundleDto } from './bundle-admin.dto.js';
import { judgeTexts, withoutExcess } from './bundle-body.pipe.js';

/** A body that was judged, with all that was sent: which further keys are allowed only the product type knows. */
export interface JudgedBody<Dto> extends Judged<Dto> {
  plain: Record<string, unknown>;
}

function judge<Dto extends object>(dto: new () => Dto, body: unknown): JudgedBody<Dto> {
  const plain = withoutExcess(plainBody(dto, 'body', body));
  const judged = judgeDto(dto, plain);
  if (!isPlainObject(plain)) return { ...judged, plain: {} };
  judgeTexts(judged.errors, plain);
  return { ...judged, plain };
}

/** Judges a new bundle without refusing it. */
@Injectable()
export class CreateAdminBundlePipe implements PipeTransform<unknown, JudgedBody<CreateAdminBundleDto>> {
  transform(body: unknown): JudgedBody<CreateAdminBundleDto> {
    return judge(CreateAdminBundleDto, body);
  }
}

/** Judges a bundle's changes without refusing them. */
@Injectable()
export class UpdateAdminBundlePipe implements PipeTransform<unknown, JudgedBody<UpdateAdminBundleDto>> {
  transform(body: unknown): JudgedBody<UpdateAdminBundleDto> {
    return judge(UpdateAdminBundleDto, body);
  }
}
