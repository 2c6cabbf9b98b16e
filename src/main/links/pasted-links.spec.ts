import { describe, expect, test } from 'vitest';
import { AppError } from '#contract/errors.ts';
import { parseLink } from '../callback/parse-link';
import { parsePastedLink } from './pasted-links';

const code = '0123456789abcdefghjkmnpqrstvwxyz0123456789abc';
const bases = ['/handler'];
const link = `https://app.example.com/handler/magic-link-callback?code=${code}&after_auth_return_to=%2Fteams`;
const encoded = encodeURIComponent(link);
const proofpoint2 = link.replace(/[^A-Za-z0-9.]/g, (sign) => (sign === '/' ? '_' : `-${sign.charCodeAt(0).toString(16).toUpperCase()}`));
const base64 = Buffer.from(link).toString('base64url');

function failureOf(text: string): string {
  try {
    parsePastedLink(text, bases);
    return 'none';
  } catch (thrown) {
    return thrown instanceof AppError ? thrown.code : 'crashed';
  }
}

describe('a link is read as it was sent', () => {
  test.each<[string, string]>([
    ['as it is', link],
    ['Outlook Safe Links', `https://eur01.safelinks.protection.outlook.com/?url=${encoded}&data=05%7C02&sdata=x%3D&reserved=0`],
    ['Outlook Safe Links of a government', `https://usg01.safelinks.protection.office365.us/?url=${encoded}&data=x`],
    [
      'Safe Links in Teams',
      `https://statics.teams.cdn.office.net/evergreen-assets/safelinks/1/atp-safelinks.html?url=${encoded}&locale=en`,
    ],
    ['Google', `https://www.google.com/url?q=${encoded}&source=gmail&ust=1&usg=x`],
    ['Google with its other parameter', `https://www.google.com/url?sa=t&url=${encoded}`],
    ['Google of a country', `https://www.google.co.jp/url?q=${encoded}`],
    ['Proofpoint 1', `https://urldefense.proofpoint.com/v1/url?u=${encoded}&k=x`],
    ['Proofpoint 2', `https://urldefense.proofpoint.com/v2/url?u=${proofpoint2}&d=DwMFaQ&c=x`],
    ['Proofpoint 3', `https://urldefense.com/v3/__${link}__;!!abc!def$`],
    [
      'Proofpoint 3 with replaced characters',
      `https://urldefense.com/v3/__${link.replace('?', '*').replace('%2F', '**A')}__;${Buffer.from('?%2').toString('base64url')}!!abc!def$`.replace(
        '**Ateams',
        '**AFteams',
      ),
    ],
    ['Proofpoint 3 with one slash', `https://urldefense.us/v3/__${link.replace('://', ':/')}__;!!abc$`],
    ['Barracuda', `https://linkprotect.cudasvc.com/url?a=${encoded}&c=E,1,x&typo=1`],
    ['Slack', `https://slack-redir.net/link?url=${encoded}`],
    ['Facebook', `https://l.facebook.com/l.php?u=${encoded}&h=x`],
    ['Instagram', `https://l.instagram.com/?u=${encoded}&e=x`],
    ['LinkedIn', `https://www.linkedin.com/safety/go?url=${encoded}&trk=x`],
    ['DuckDuckGo', `https://duckduckgo.com/l/?uddg=${encoded}&rut=x`],
    ['Bing', `https://www.bing.com/ck/a?!&&p=x&u=a1${base64}&ntb=1`],
    ['GMX', `https://deref-gmx.net/mail/client/x/dereferrer/?redirectUrl=${encoded}`],
    ['Sophos', `https://eu-west-1.protection.sophos.com/?d=example.com&u=${base64}&i=x`],
    ['Cisco', `https://secure-web.cisco.com/1abc/${encoded}`],
    ['Amazon', `https://x.r.eu-west-1.awstrack.me/L0/${encoded.replace('%3A', ':')}/1/x`],
    [
      'one in another',
      `https://www.google.com/url?q=${encodeURIComponent(`https://eur01.safelinks.protection.outlook.com/?url=${encoded}`)}`,
    ],
    ['two lines', `${link.slice(0, 60)}\n${link.slice(60)}`],
    ['two lines of Windows, indented', `  ${link.slice(0, 60)}\r\n   ${link.slice(60)}\r\n`],
    ['lines that a field has made spaces', `${link.slice(0, 60)} ${link.slice(60)}`],
    ['many lines', link.replace(/.{20}/g, '$&\n')],
    ['a quoted email', `> ${link.slice(0, 60)}\n> ${link.slice(60)}`],
    ['a quote in a quote', `>> ${link.slice(0, 60)}\n> > ${link.slice(60)}`],
    ['soft breaks', `${link.slice(0, 60)}=\n${link.slice(60)}`],
    ['soft breaks of Windows', `${link.slice(0, 60)}=\r\n${link.slice(60)}`],
    ['soft breaks with encoded signs', `${link.replaceAll('=', '=3D').slice(0, 60)}=\n${link.replaceAll('=', '=3D').slice(60)}`],
    ['encoded signs', link.replaceAll('=', '=3D')],
    ['a wrapper with encoded signs', `<https://eur01.safelinks.protection.outlook.com/?url=3D${encoded}&data=3Dx>`],
    ['typographic quotation marks', `“${link}”`],
    ['code of Markdown', `\`${link}\``],
    ['emphasis', `*${link}*`],
    ['a link of Markdown', `[Sign in](${link})`],
    ['a link of Markdown that is its own text', `[${link}](${link})`],
    ['an element', `<a href="${link}">Sign in</a>`],
    ['a sentence', `Sign in: ${link}`],
    ['a name in front', `Sign in <${link}>`],
    ['a bracket that is not closed', `<${link}`],
    ['invisible characters', `\u200b${link.slice(0, 70)}\u00ad${link.slice(70)}\u200b`],
    ['a text of JSON', link.replaceAll('/', '\\/').replaceAll('&', '\\u0026')],
    ['Proofpoint 2 of a government', `https://urldefense.us/v2/url?u=${proofpoint2}&d=x`],
    ['Trustwave', `https://scanmail.trustwave.com/?c=1&d=x&u=${encoded}`],
    ['Avanan', `https://avanan.url-protection.com/v1/url?o=${encoded}&g=x`],
    ['Check Point', `https://protect.checkpoint.com/v2/___${link}___.YXAxZTp4`],
    ['brackets over two lines', `<${link.slice(0, 60)}\n${link.slice(60)}>`],
    ['brackets with a prefix', `<URL:${link}>`],
    [
      'a wrapper over two lines',
      `<https://eur01.safelinks.protection.outlook.com/?url=${encoded.slice(0, 40)}\n${encoded.slice(40)}&data=x>`,
    ],
  ])('%s', (_name, text) => {
    expect(parsePastedLink(text, bases)).toEqual(parseLink(link, bases));
  });

  test('a link with a greeting behind it', () => {
    expect(parsePastedLink(`https://app.example.com/handler/magic-link-callback?code=${code}\n\nGreetings, Ada`, bases).code).toBe(code);
  });

  test('a code that starts as an encoded sign does', () => {
    const own = `3D${code.slice(2)}`;
    expect(parsePastedLink(`https://app.example.com/handler/magic-link-callback?code=${own}`, bases).code).toBe(own);
    expect(parsePastedLink(` ${code.slice(0, 20)}\n${code.slice(20)} `, bases)).toMatchObject({ kind: 'code', code });
  });
});

describe('a wrapper makes no link trusted', () => {
  const outlook = (inner: string) => `https://eur01.safelinks.protection.outlook.com/?url=${encodeURIComponent(inner)}`;
  test.each<[string, string]>([
    [outlook(`http://app.example.com/handler/magic-link-callback?code=${code}`), 'link-unreadable'],
    [outlook(`https://me:secret@app.example.com/handler/sign-in`), 'link-unreadable'],
    [outlook('https://app.example.com/elsewhere'), 'link-unreadable'],
    [outlook('https://app.example.com/handler/magic-link-callback?code=short'), 'link-incomplete'],
    [outlook('javascript:alert(1)'), 'link-wrapped'],
    [outlook('//app.example.com/handler'), 'link-wrapped'],
    [`${outlook(link)}&url=${encoded}`, 'link-wrapped'],
    [`https://me@eur01.safelinks.protection.outlook.com/?url=${encoded}`, 'link-wrapped'],
    [`https://safelinks.protection.outlook.com.evil.test/?url=${encoded}`, 'link-wrapped'],
    [`https://www.google.com.evil.test/url?q=${encoded}`, 'link-wrapped'],
    [`https://www.google.com/search?q=${encoded}`, 'link-wrapped'],
    ['https://protect-eu.mimecast.com/s/AbCdEfGhIj?domain=app.example.com', 'link-wrapped'],
    ['https://url.us.m.mimecastprotect.com/s/AbCdEf', 'link-wrapped'],
    ['https://u1.ct.sendgrid.net/ls/click?upn=abc', 'link-wrapped'],
    [`https://unknown.example/track?to=${encoded}`, 'link-wrapped'],
    ['https://urldefense.com/v3/nothing', 'link-wrapped'],
    ['https://urldefense.proofpoint.com/v2/url?u=-ZZ', 'link-wrapped'],
    ['https://unknown.example/track', 'link-unreadable'],
    ['hello world', 'link-unreadable'],
    ['', 'link-unreadable'],
  ])('%s', (text, failure) => {
    expect(failureOf(text)).toBe(failure);
  });

  test('however often it is repeated', () => {
    let text = link;
    for (let depth = 0; depth < 6; depth += 1) text = outlook(text);
    expect(failureOf(text)).toBe('link-wrapped');
  });
});
