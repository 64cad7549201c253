import { Body, Controller, Get, Param, Post, VERSION_NEUTRAL } from '@nestjs/common';
import { Access, CallerParam, type Caller } from '../../common/access/index.js';
import { ApiOperation, ApiTags } from '../../common/openapi/decorators.js';
import { ApiAnswer, ApiFailures } from '../../common/openapi/index.js';
import {
  DeliveryView,
  RotateSecretDto,
  WebhookAdministration,
  WebhookSettingsView,
  WebhookStateView,
} from '../webhooks/index.js';

/** The webhook of an application in the admin module. Sections 7 and 8 of the decisions. */
@ApiTags('Admin: webhooks')
@Access('super_admin')
@Controller({ path: 'admin/api/applications/:id/webhook', version: VERSION_NEUTRAL })
export class AdminApplicationWebhookController {
  constructor(private readonly webhook: WebhookAdministration) {}

  @Get()
  @ApiOperation({
    operationId: 'adminGetWebhook',
    summary: 'Read the webhook of an application, with its secret',
    description:
      'This is audited. 404 for an application that has no webhook; its address and events are set with the application.',
  })
  @ApiAnswer(WebhookSettingsView)
  @ApiFailures({ code: 'NOT_FOUND', message: 'webhook not found' })
  read(@CallerParam() caller: Caller, @Param('id') id: string): Promise<WebhookSettingsView> {
    return this.webhook.reveal(caller, id);
  }

  @Post('rotate-secret')
  @ApiOperation({
    operationId: 'adminRotateWebhookSecret',
    summary: 'Make a new secret',
    description:
      'Until the overlap ends every delivery is signed with the secrets before it as well, so that the receiver can change over at any moment. Secrets that were rotated before keep their end if it is earlier. At most 5 sign at the same time.',
  })
  @ApiAnswer(WebhookSettingsView)
  @ApiFailures('NOT_FOUND', { code: 'CONFLICT', message: 'the application has no webhook' })
  rotateSecret(
    @CallerParam() caller: Caller,
    @Param('id') id: string,
    @Body() dto: RotateSecretDto,
  ): Promise<WebhookSettingsView> {
    return this.webhook.rotateSecret(caller, id, dto);
  }

  @Post('enable')
  @ApiOperation({
    operationId: 'adminEnableWebhook',
    summary: 'Enable a webhook that the service has disabled',
    description:
      'The service disables a webhook when its endpoint answers 410, or nothing but failure for 5 days. What was missed is sent by `adminRedeliverSince`.',
  })
  @ApiAnswer(WebhookStateView)
  @ApiFailures('NOT_FOUND', { code: 'CONFLICT', message: 'the webhook is not disabled' })
  enable(@CallerParam() caller: Caller, @Param('id') id: string): Promise<WebhookStateView> {
    return this.webhook.enable(caller, id);
  }

  @Post('test')
  @ApiOperation({
    operationId: 'adminTestWebhook',
    summary: 'Send a test event',
    description:
      'An event of the type `webhook.test` goes to this application alone, even while its webhook is disabled. It is sent once; read the delivery again for the outcome.',
  })
  @ApiAnswer(DeliveryView)
  @ApiFailures('NOT_FOUND', { code: 'CONFLICT', message: 'the application has no webhook' })
  test(@CallerParam() caller: Caller, @Param('id') id: string): Promise<DeliveryView> {
    return this.webhook.test(caller, id);
  }
}
