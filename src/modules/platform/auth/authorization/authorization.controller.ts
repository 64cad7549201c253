import { Query, Req, Res } from '@nestjs/common';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { MAX_PASSWORD } from '#common/credentials.js';
import { Config } from '#common/config/config.js';
import { AppError } from '#common/errors/app-error.js';
import { chooseLanguage, translated, type Language } from '#common/errors/problems.js';
import { SmallBody } from '#common/http/bodies-in-flight.js';
import { Endpoint, PublicController } from '#common/http/endpoint.js';
import { Bare, BareAnswer } from '#common/http/envelope.js';
import { preferredLanguages } from '#common/languages.js';
import { loginOrigin, type LoginOrigin } from '#common/http/login-origin.js';
import { isRegistered, ApplicationDirectory, type KnownKey } from '../../client-apps/index.js';
import type { User } from '#people/users/index.js';
import { assertSameSite } from '../guards/access-token.guard.js';
import { formParameters } from '../oauth/oauth-client.rules.js';
import {
  CONTROL_CHARACTER,
  readClient,
  readRequest,
  returnAddress,
  stateOf,
  type AuthorizationError,
  type AuthorizationRequest,
  type Query as Parameters,
  type Return,
} from './authorization-request.rules.js';
import { Authorizations, type Onward, type OpenAuthorization } from './authorizations.service.js';
import { TEXTS } from './authorization.texts.js';
import {
  consentPage,
  DECISION,
  factorPage,
  failurePage,
  FORM_TOKEN,
  redirectTo,
  signInPage,
  type Page,
} from './pages.js';
import { SignInCookie } from './sign-in-cookie.js';

const MAX_LOGIN = 254;

/** Where the second factor and the consent are asked for. */
const CONSENT_PATH = '/oauth/consent/';

type Problem = { readonly status: number; readonly text: string };

/** A request of an application that may be answered. */
interface Admitted {
  readonly known: KnownKey;
  readonly request: AuthorizationRequest;
}

/** An unfinished log-in, with its user and application. */
interface Begun {
  readonly cookie: string;
  readonly open: OpenAuthorization;
  readonly user: User;
  readonly known: KnownKey;
}

/**
 * The pages on which users log in to applications (RFC 6749, section 4.1). They are no part of the API, below which pages of
 * applications may read what the service answers. Decision 97.
 */
@PublicController('oauth')
@Bare()
export class AuthorizationController {
  constructor(
    private readonly authorizations: Authorizations,
    private readonly directory: ApplicationDirectory,
    private readonly cookie: SignInCookie,
    private readonly config: Config,
  ) {}

  /** The sign-in page. */
  @Endpoint('GET authorize')
  async page(
    @Query() query: Parameters,
    @Req() request: FastifyRequest,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<BareAnswer> {
    const language = languageOf(request);
    const admitted = await this.admit(query, request.ip, language);
    if (!('known' in admitted)) return send(reply, admitted);
    return send(reply, this.signIn(admitted, this.cookie.ensure(request, reply), language, ''));
  }

  /** Username and password from that page. */
  @Endpoint('POST authorize')
  @SmallBody()
  async submit(
    @Query() query: Parameters,
    @Req() request: FastifyRequest,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<BareAnswer> {
    const language = languageOf(request);
    const fields = formParameters(request);
    const admitted = await this.admit(query, request.ip, language);
    if (!('known' in admitted)) return send(reply, admitted);
    const { username = '', password = '' } = fields;
    const again = (problem: Problem): Page =>
      this.signIn(admitted, this.cookie.ensure(request, reply), language, username.slice(0, MAX_LOGIN), problem);
    const foreign = this.foreign(request, language);
    if (foreign !== undefined) return send(reply, foreign);
    const texts = TEXTS[language];
    if (!this.cookie.isOurs(this.cookie.of(request), fields[FORM_TOKEN]))
      return send(reply, again({ status: 400, text: texts.tooOld }));
    if (fields[DECISION] === 'deny')
      return send(
        reply,
        redirectTo(this.refusal(admitted.request, { error: 'access_denied', description: 'cancelled' })),
      );
    const isName = username !== '' && username.length <= MAX_LOGIN && !CONTROL_CHARACTER.test(username);
    if (!isName || password === '' || password.length > MAX_PASSWORD)
      return send(reply, again({ status: 400, text: texts.missing }));
    const origin = originOf(request, admitted.known);
    return this.onward(reply, language, again, () =>
      this.authorizations.signIn(admitted.request, { username, password }, origin),
    );
  }

  /** The page for the second factor or the consent, whichever is next. */
  @Endpoint('GET consent')
  async next(@Req() request: FastifyRequest, @Res({ passthrough: true }) reply: FastifyReply): Promise<BareAnswer> {
    const language = languageOf(request);
    const begun = await this.begun(request);
    return send(reply, begun === undefined ? expired(language) : this.nextPage(begun, language));
  }

  /** The second factor, or what the user has decided. */
  @Endpoint('POST consent')
  @SmallBody()
  async decide(@Req() request: FastifyRequest, @Res({ passthrough: true }) reply: FastifyReply): Promise<BareAnswer> {
    const language = languageOf(request);
    const fields = formParameters(request);
    const begun = await this.begun(request);
    if (begun === undefined) return send(reply, expired(language));
    const foreign = this.foreign(request, language);
    if (foreign !== undefined) return send(reply, foreign);
    if (!this.cookie.isOurs(begun.cookie, fields[FORM_TOKEN])) return send(reply, expired(language));
    const { cookie, open, user, known } = begun;
    const decision = fields[DECISION];
    const again = (problem: Problem): Page => this.nextPage(begun, language, problem);
    return this.onward(reply, language, again, () => {
      if (open.step === 'consent' && (decision === 'allow' || decision === 'deny'))
        return this.authorizations.decide(cookie, user.uid, decision === 'allow');
      if (open.step === 'factor' && decision === 'deny') return this.authorizations.cancel(cookie, user.uid);
      if (open.step === 'factor')
        return this.authorizations.prove(cookie, user, fields['code'] ?? '', originOf(request, known));
      return Promise.resolve({ next: open.step });
    });
  }

  /** The application and its request; otherwise a page if the answer may not go back, or the redirect with the error. */
  private async admit(query: Parameters, ip: string, language: Language): Promise<Admitted | Page> {
    const texts = TEXTS[language];
    const named = readClient(query);
    const known = named && (await this.named(named.clientId, ip, language));
    if (named === undefined || known === undefined) return failurePage(language, texts.unknownClient);
    if ('body' in known) return known;
    if (!isRegistered(named.redirectUri, known.redirectUris)) return failurePage(language, texts.unknownAddress);
    const request = unavailable(known) ?? readRequest(named, query);
    if (!('error' in request)) return { known, request };
    return redirectTo(this.refusal({ ...named, state: stateOf(query) }, request));
  }

  /** An application by its id; a page if the address has made up too many. */
  private async named(clientId: string, ip: string, language: Language): Promise<KnownKey | Page | undefined> {
    try {
      return await this.directory.named(clientId, ip);
    } catch (error) {
      if (!(error instanceof AppError) || error.status >= 500) throw error;
      const { status, headers, body } = failurePage(language, sentence(error, language), error.status);
      return { status, headers: { ...headers, ...error.headers }, body };
    }
  }

  private refusal(to: Return, { error, description }: AuthorizationError): string {
    return returnAddress(to, this.config.publicUrl, { error, error_description: description });
  }

  private signIn(
    { known, request }: Admitted,
    cookie: string,
    language: Language,
    username: string,
    problem?: Problem,
  ): Page {
    const formToken = this.cookie.formToken(cookie);
    const { redirectUri } = request;
    return signInPage({ language, application: known.application.name, redirectUri, formToken, username, problem });
  }

  /** The unfinished log-in of the browser, if the application may still get its answer. */
  private async begun(request: FastifyRequest): Promise<Begun | undefined> {
    const cookie = this.cookie.of(request);
    const found = cookie === undefined ? undefined : await this.authorizations.find(cookie);
    if (cookie === undefined || found === undefined) return undefined;
    const known = await this.directory.client(found.open.applicationId);
    if (known === undefined || unavailable(known) !== undefined) return undefined;
    return isRegistered(found.open.redirectUri, known.redirectUris) ? { ...found, cookie, known } : undefined;
  }

  private nextPage({ cookie, open, user, known }: Begun, language: Language, problem?: Problem): Page {
    const { redirectUri, scopes } = open;
    const application = known.application.name;
    const form = { language, application, redirectUri, formToken: this.cookie.formToken(cookie), problem };
    return open.step === 'factor' ? factorPage(form) : consentPage({ ...form, username: user.username, scopes });
  }

  /** Continues with the result of a step, or shows its page again with the problem. */
  private async onward(
    reply: FastifyReply,
    language: Language,
    again: (problem: Problem) => Page,
    step: () => Promise<Onward | undefined>,
  ): Promise<BareAnswer> {
    try {
      const onward = await step();
      if (onward === undefined) return send(reply, expired(language));
      if ('location' in onward) {
        this.cookie.clear(reply);
        return send(reply, redirectTo(onward.location));
      }
      if (onward.cookie !== undefined) this.cookie.set(reply, onward.cookie);
      return send(reply, redirectTo(`${CONSENT_PATH}?ui_locales=${language}`));
    } catch (error) {
      if (!(error instanceof AppError) || error.status >= 500) throw error;
      reply.headers(error.headers);
      // 401 would ask for credentials of HTTP.
      return send(reply, again({ status: error.status === 401 ? 400 : error.status, text: sentence(error, language) }));
    }
  }

  /** The page for a form of another site; undefined for one of ours. */
  private foreign(request: FastifyRequest, language: Language): Page | undefined {
    try {
      assertSameSite(request, this.config.publicUrl);
      return undefined;
    } catch (error) {
      if (!(error instanceof AppError)) throw error;
      return failurePage(language, TEXTS[language].otherSite, error.status);
    }
  }
}

function send(reply: FastifyReply, { status, headers, body }: Page): BareAnswer {
  reply.headers(headers);
  return new BareAnswer(status, body);
}

function expired(language: Language): Page {
  return failurePage(language, TEXTS[language].expired);
}

/** By `ui_locales` (names with spaces between them, best first), then by what the browser prefers. */
function languageOf({ query, headers }: FastifyRequest): Language {
  const { ui_locales: asked } = query as { ui_locales?: unknown };
  const named = typeof asked === 'string' ? preferredLanguages(asked.split(' ').join(',')) : [];
  return chooseLanguage([...named, ...preferredLanguages(headers['accept-language'])]);
}

/** Why an application gets no codes now. */
function unavailable({ status, application }: KnownKey): AuthorizationError | undefined {
  if (status === 'maintenance')
    return { error: 'temporarily_unavailable', description: 'the application is in maintenance mode' };
  if (status === 'inactive') return { error: 'unauthorized_client', description: 'the application is inactive' };
  return application.requireEncryption
    ? { error: 'unauthorized_client', description: 'the application takes encrypted bodies only' }
    : undefined;
}

/** The user's own browser, whatever the application is. */
function originOf(request: FastifyRequest, { application }: KnownKey): LoginOrigin {
  return loginOrigin(request, { ...application, clientType: 'web' });
}

function sentence({ message }: AppError, language: Language): string {
  const text = translated(message, language) ?? message;
  return `${text.charAt(0).toUpperCase()}${text.slice(1)}.`;
}
