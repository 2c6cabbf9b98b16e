/** Pages of the mock providers. All input is escaped, and the only script is one known line. */
import { createHash } from 'node:crypto';
import type { IdpAccount } from '../stores/idp-grant-store';
import { type ProviderId, providerFacts } from './providers';

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

/** Styles of the mock providers' pages, inline and with a light and a dark theme. */
const style = `
:root{color-scheme:light dark;--page:#f6f7f9;--card:#fff;--ink:#1c2024;--soft:#60646c;--line:#d9dce2;--strong:#8b8d98;--accent:#4f4fc4;--accent-ink:#fff;--tint:#eef0ff;--warn:#7a4b00;--warn-tint:#fff3d6}
@media(prefers-color-scheme:dark){:root{--page:#111214;--card:#191b1f;--ink:#edeef0;--soft:#b0b4ba;--line:#31343a;--strong:#777b84;--accent:#5b5bd6;--accent-ink:#fff;--tint:#22233f;--warn:#ffd48a;--warn-tint:#33270d}}
*{box-sizing:border-box}
body{margin:0;min-height:100vh;display:grid;place-items:center;padding:24px 16px;background:var(--page);color:var(--ink);font:15px/22px ui-sans-serif,system-ui,-apple-system,"Segoe UI",Cantarell,"Noto Sans",sans-serif}
main{width:100%;max-width:440px;background:var(--card);border:1px solid var(--line);border-radius:14px;padding:24px 28px;box-shadow:0 1px 2px rgb(0 0 0/.06),0 12px 32px rgb(0 0 0/.08)}
.mark{width:40px;height:40px;border-radius:11px;display:grid;place-items:center;background:var(--tint);font-weight:650;font-size:19px;margin-bottom:12px}
h1{font-size:21px;line-height:28px;margin:0 0 6px}
p{margin:0 0 16px;color:var(--soft)}
fieldset{border:0;padding:0;margin:0 0 16px}
legend{font-weight:600;padding:0;margin-bottom:8px}
.account{display:flex;gap:12px;align-items:center;padding:6px 12px;border:1px solid var(--line);border-radius:9px;margin-bottom:4px;line-height:20px;cursor:pointer}
.account:hover{border-color:var(--strong)}
.account:has(:checked){border-color:var(--accent);background:var(--tint)}
.account span{display:block;overflow-wrap:anywhere}
small{display:block;color:var(--soft);font-size:13px;line-height:17px}
#typed{margin-top:4px}
input[type=radio],input[type=checkbox]{accent-color:var(--accent);width:17px;height:17px;margin:0;flex:none}
.field{display:block;font-weight:600;margin:12px 0 4px}
input[type=email]{width:100%;height:40px;padding:0 12px;border:1px solid var(--strong);border-radius:10px;background:var(--card);color:var(--ink);font:inherit}
.check{display:flex;gap:10px;align-items:center;margin-top:10px}
ul{margin:0 0 20px;padding-left:20px;color:var(--soft);overflow-wrap:anywhere}
.buttons{display:flex;gap:10px}
button{flex:1;height:42px;border-radius:10px;border:1px solid var(--strong);background:var(--card);color:var(--ink);font:inherit;font-weight:600;cursor:pointer}
button.main{background:var(--accent);border-color:var(--accent);color:var(--accent-ink)}
:focus-visible{outline:2px solid var(--accent);outline-offset:2px}
.alert{background:var(--warn-tint);color:var(--warn);border-radius:10px;padding:10px 12px;margin-bottom:16px}
code{font-family:ui-monospace,SFMono-Regular,Menlo,Consolas,monospace;font-size:13px}
footer{margin-top:20px;padding-top:14px;border-top:1px solid var(--line);color:var(--soft);font-size:13px;line-height:18px}
`;
