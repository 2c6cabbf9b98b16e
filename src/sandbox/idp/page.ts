/** Pages of the mock providers. All input is escaped, and the only script is one known line. */
import { createHash } from 'node:crypto';
import type { IdpAccount } from './idp-grant-store';
import { type ProviderId, providerFacts } from './providers';
import { style } from './style';

/** Parameters of an authorization request, sent along with the consent form. */
export interface ConsentRequest {
  readonly client_id: string;
  readonly redirect_uri: string;
  readonly state: string;
  readonly scope: string;
}

const submit = 'document.forms[0].submit()';
const hashOf = (text: string) => `'sha256-${createHash('sha256').update(text).digest('base64')}'`;
const escapes: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' };

/** Escapes text for an element or a quoted attribute. */
function escapeHtml(text: string): string {
  return text.replace(/[&<>"']/g, (character) => escapes[character] ?? character);
}

/**
 * Returns a page. Its policy doesn't restrict `form-action`, because browsers also apply it to redirects after the form, the last of
 * which goes to the application.
 */
function page(status: number, title: string, content: string, now: number): Response {
  const html = `<!doctype html>
<html lang="en">
<head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1"><title>${title}</title><style>${style}</style></head>
<body><main>${content}
<footer>This provider is emulated by the sandbox. No real account is used.</footer></main></body>
</html>`;
  const policy = `default-src 'none'; style-src ${hashOf(style)}; script-src ${hashOf(submit)}; base-uri 'none'; frame-ancestors 'none'`;
  return new Response(html, {
    status,
    headers: {
      'content-type': 'text/html; charset=utf-8',
      'content-security-policy': policy,
      'cache-control': 'no-store',
      'referrer-policy': 'no-referrer',
      'x-content-type-options': 'nosniff',
      date: new Date(now).toUTCString(),
    },
  });
}

/** Returns the consent page. With `problem` it shows the error and the typed email. */
export function consentPage(
  provider: ProviderId,
  request: ConsentRequest,
  accounts: readonly IdpAccount[],
  now: number,
  { problem, typed = '' }: { readonly problem?: string; readonly typed?: string } = {},
): Response {
  const { name } = providerFacts(provider);
  const title = `Sign in with ${name}`;
  const content = `
<div class="mark" aria-hidden="true">${escapeHtml(name.charAt(0))}</div>
<h1>${escapeHtml(title)}</h1>
<p>An application requests access to your ${escapeHtml(name)} account.</p>
${problem === undefined ? '' : `<div class="alert" role="alert">${escapeHtml(problem)}</div>`}
<form method="post">${hidden({ ...request })}
<fieldset><legend>Choose an account</legend>
${accounts.map((account, index) => accountChoice(account, index === 0)).join('\n')}
<label class="field" for="email">Email of another account</label>
<input type="email" id="email" name="email" value="${escapeHtml(typed)}" autocomplete="off" spellcheck="false" aria-describedby="typed">
<small id="typed">An email address takes precedence over the list.</small>
<label class="check"><input type="checkbox" name="email_verified" value="true" checked>This email is verified</label>
</fieldset>
<div>The application requests these scopes:</div>
<ul>${request.scope
    .split(' ')
    .map((scope) => `<li><code>${escapeHtml(scope)}</code></li>`)
    .join('')}</ul>
<div class="buttons"><button class="main" name="decision" value="allow">Allow</button><button name="decision" value="deny" formnovalidate>Deny</button></div>
</form>`;
  return page(problem === undefined ? 200 : 400, escapeHtml(title), content, now);
}

function accountChoice({ id, name, email, emailVerified }: IdpAccount, isChosen: boolean): string {
  const address = email === null ? 'no email' : `${email}${emailVerified ? '' : ' (unverified)'}`;
  return `<label class="account"><input type="radio" name="account" value="${escapeHtml(id)}"${isChosen ? ' checked' : ''}><span>${escapeHtml(
    name ?? id,
  )}<small>${escapeHtml(address)}</small></span></label>`;
}

/** Returns a page that submits a form to the redirect URL, automatically or with its button. */
export function formPostPage(address: string, fields: Readonly<Record<string, string>>, now: number): Response {
  const content = `
<h1>Return to the application</h1>
<p>If the application doesn’t open automatically, select Continue.</p>
<form method="post" action="${escapeHtml(address)}">${hidden(fields)}<div class="buttons"><button class="main">Continue</button></div></form>
<script>${submit}</script>`;
  return page(200, 'Return to the application', content, now);
}

/** Returns an error page. `hint` says what to do. */
export function errorPage(status: number, problem: string, hint: string, now: number): Response {
  return page(status, 'Couldn’t sign in', `<h1>${escapeHtml(problem)}</h1><p>${escapeHtml(hint)}</p>`, now);
}

function hidden(fields: Readonly<Record<string, string>>): string {
  return Object.entries(fields)
    .map(([name, value]) => `<input type="hidden" name="${escapeHtml(name)}" value="${escapeHtml(value)}">`)
    .join('');
}
