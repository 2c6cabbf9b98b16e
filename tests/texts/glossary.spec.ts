/** The texts use one term per concept, US spelling and the punctuation of the user interface. */
import { describe, expect, it, test } from 'vitest';
import en from '#messages/en.json';

/** Texts that the specification words (wire/flows 18). */
const isSpecified = (key: string) => key.startsWith('production.problem.');

const messages = Object.entries(en).filter(([key]) => !isSpecified(key));

/** Terms that the glossary replaces, by the term to use instead. */
const replacedTerms: Readonly<Record<string, RegExp>> = {
  'sign in': /\b(log(ged|ging)? ?in|log-?in(?! code)|let (?!.{1,20} sign in).{1,20} in|go in)\b/i,
  'sign-in method': /\bways? (in|to sign in|of signing in)\b/i,
  email: /\be-mails?\b|\bmail(s|ed|ing)?\b|\bletters?\b/i,
  'two-factor authentication': /\bsecond step\b|\b(six|6) digits\b/i,
  'create a passkey': /\b(makes?|made|making) (a|the|your) passkey|\bpasskey (is|was) made\b/i,
  'connected account': /\blink(ed|ing)? (an? |another |the )?(provider|account)s?\b|\baccounts? (is|are) linked\b/i,
  expired: /\b(ran|runs?|running|has run) out\b|\bis over(?=[.,;]|$)/i,
  user: /\b(nobody|somebody|whoever|people|persons?(?! who invited))\b/i,
  'anonymous account': /\b(account|user) without a name\b/i,
  'project admin': /\bwho(ever)? administers\b/i,
  ID: /\bids?\b/,
  URL: /\burls?\b|\b(return|whole) address\b/,
  dismiss: /\bput(s|ting)? (\w+ )*aside\b/i,
  continue: /\b(go|goes|going|went) on\b(?! (the|your))/i,
  cancel: /\b(give|gives|gave|given|giving) up\b/i,
  start: /\b(begin|begins|began|begun|beginning)\b/i,
  respond: /\banswer(s|ed|ing)?\b/i,
  'no longer': /\bany ?more\b/i,
  'in the meantime': /\bmeanwhile\b/i,
  'data folder': /\bprofile folder\b|\bLatchkey’s folder\b/i,
  'system keychain': /\bsystem[’']s keychain\b/i,
  'not responding': /\bis stuck\b/i,
  'newer version of Latchkey': /\bnewer Latchkey\b/i,
  Home: /\bthe start\b/i,
  location: /\bunknown place\b/i,
  'gives access to': /\bopens (users|signing)\b/i,
  'safety level': /\b(type before destroying|confirm every change$)/i,
};

const britishSpelling =
  /\b(colour|behaviour|favour|honour|neighbour|labour|cancell(ed|ing)|travell(ed|ing)|labell(ed|ing)|(recogni|organi|authori|initiali|seriali|normali|customi|optimi|minimi|maximi|reali|summari|synchroni)s(e[ds]?|ing|ation)|analyse[ds]?|licence|centre|grey|whilst|towards|learnt|spelt)s?\b/i;

const uncontracted =
  /\b(can ?not|(could|do|does|did|is|are|was|were|has|have|had|will|would|should) not|(you|they|we) are|(it|that) is)\b/i;

function termsIn(text: string): string[] {
  return Object.entries(replacedTerms).flatMap(([term, pattern]) => {
    const found = pattern.exec(text);
    return found ? [`“${found[0]}”: use “${term}”`] : [];
  });
}

/** A text without its placeholders and the ICU syntax around its variants. */
function wordsOf(message: string): string {
  const filled = message.replace(/\{\w+(, number)?\}/g, 'X');
  return filled.replace(/\{\w+, (plural|select),/g, '{').replace(/(=\d+|\b\w+) \{/g, '{');
}

function findings(pick: (text: string, key: string) => unknown): string[] {
  return messages.flatMap(([key, text]) => {
    const found = pick(wordsOf(text), key);
    return found ? [`${key}: ${text}`] : [];
  });
}

describe('the messages', () => {
  it('use the terms of the glossary', () => {
    expect(messages.flatMap(([key, text]) => termsIn(wordsOf(text)).map((found) => `${key}: ${found}`))).toEqual([]);
  });

  it('use US spelling', () => {
    expect(findings((text) => britishSpelling.test(text))).toEqual([]);
  });

  it('use contractions, with a typographic apostrophe', () => {
    expect(findings((text) => uncontracted.test(text))).toEqual([]);
    expect(findings((text) => text.includes("'") || text.includes('"'))).toEqual([]);
  });

  it('use an ellipsis of one character and single spaces', () => {
    expect(messages.filter(([, text]) => /\.\.| {2}/.test(text))).toEqual([]);
  });

  it('have no final period in titles, labels, toasts and errors', () => {
    const short =
      /^(error|known|method|colour|environment|restriction|host\.menu|shell\.(screen|command|palette|rail|navigation|link\.waiting|shortcuts|notice)|safety\.area|connect\.(check|unlocks|test\.checks)|users\.(column|field|tab|order))\.|\.(title|heading|label|submit|action|added|saved|created|copied|missing|invalid|wrong)$|^(profile\.delete|link\.\w+)\.done$/;
    expect(findings((text, key) => short.test(key) && /[^.]\.$/.test(text) && !/\{next\}/.test(text))).toEqual([]);
  });

  it('have quotation marks around the names of things in questions, and none around those of users', () => {
    const users =
      /^(users\.(delete|erase|unrestrict|sessions\.revoke)|profile|impersonation\.(session|start))\.|^team\.member\.remove\.title$/;
    const named = messages.filter(([key, text]) => text.endsWith('?') && /\{(name|team|label|id)\}/.test(text) && !users.test(key));
    expect(named.filter(([, text]) => /(?<!“)\{(name|team|label|id)\}/.test(text)).map(([key]) => key)).toEqual([]);
    expect(messages.filter(([key, text]) => users.test(key) && /“\{name\}/.test(text)).map(([key]) => key)).toEqual([]);
  });

  it('have a final period in next steps, help texts and consequences', () => {
    const sentences = /^next\.|^settings\.reason\.|^(?!error\.|host\.menu\.|safety\.).*\.(text|help|consequence)$/;
    expect(findings((text, key) => sentences.test(key) && !/[.…?](\s*\})*\s*$/.test(text))).toEqual([]);
  });
  it('have a final period if they are several sentences', () => {
    // A label that says what the action is for.
    const isAction = (key: string) => key === 'shell.teams.failed';
    const several = (text: string) => /[\p{Ll}X”)]\. \p{Lu}.*[^.?…X}\s]$/u.test(text);
    expect(findings((text, key) => !isAction(key) && several(text))).toEqual([]);
  });
});

describe('the check', () => {
  test.each([
    ['Log in with your e-mail', ['email', 'sign in']],
    ['Nobody is signed in any more', ['no longer', 'user']],
    ['The system’s keychain does not answer', ['respond', 'system keychain']],
    ['A link from the mail, put aside meanwhile', ['dismiss', 'email', 'in the meantime']],
    ['Sign in with your email address', []],
    ['Wrong type of API key, or the other way around', []],
  ])('reads “%s”', (text, terms) => {
    expect(
      termsIn(text)
        .map((found) => /use “(.*)”/.exec(found)?.[1])
        .sort(),
    ).toEqual([...terms].sort());
  });

  test.each(['Colour', 'Cancelled', 'Recognised', 'Behaviour', 'grey'])('knows that %s is British', (word) => {
    expect(britishSpelling.test(word)).toBe(true);
  });
});
