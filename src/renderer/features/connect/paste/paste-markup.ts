/** What surrounds variables in chats, diffs, web pages, and files that describe variables instead of listing them. */
import { roleOfName } from './paste-names';

/** Returns a text without the markup of Markdown, diffs, and HTML. */
export function withoutMarkup(text: string): string {
  return withoutRemoved(withoutFences(withCharacters(text)));
}

function withoutFences(text: string): string {
  return text.replace(/```(?:[a-z]{1,12}(?=[ \t\n]))?/g, '\n');
}

/** What a diff adds, without what it removes. */
function withoutRemoved(text: string): string {
  if (!/^\+[ \t]{0,40}["']?[A-Za-z_$][\w$.-]{0,100}["']?[ \t]{0,20}[:=]/m.test(text)) return text;
  const kept = text.split('\n').filter((line) => !/^(?:-|\+\+\+|@@)/.test(line));
  return kept.map((line) => line.replace(/^[+ ]/, '')).join('\n');
}

const characters: Readonly<Record<string, string>> = { lt: '<', gt: '>', amp: '&', apos: "'", '#39': "'", '#x27': "'" };

/** Characters that HTML and XML escape. A quotation mark stays escaped where others delimit the values. */
function withCharacters(text: string): string {
  const quote = text.includes('"') ? '\\"' : '"';
  return text.replace(/&(lt|gt|amp|apos|quot|#39|#34|#x27|#x22);/gi, (_whole, name: string) => characters[name.toLowerCase()] ?? quote);
}

/**
 * Elements with a text, as resources of Android and property lists have them, and variables with a description, as Terraform and stores of
 * secrets have them, as variables.
 */
export function withElements(text: string): string {
  const variable = (_whole: string, name: string, value: string) => `\n${name}=${JSON.stringify(value.trim())}\n`;
  return text
    .replace(/<string name="([\w.-]{1,100})"[^<>]{0,100}>([^<]{0,600})<\/string>/g, variable)
    .replace(/<key>\s{0,20}([\w.-]{1,100})\s{0,20}<\/key>\s{0,200}<string>([^<]{0,600})<\/string>/g, variable)
    .replace(/<([A-Za-z][\w.-]{1,100})>([^<>\n]{1,600})<\/\1>/g, variable)
    .replace(/^([ \t]*)variable[ \t]{1,20}"([\w-]{1,100})"[ \t]{0,20}\{[^{}]{0,2000}?\n[ \t]{0,40}default[ \t]{0,20}=/gm, '$1$2 =')
    .replace(/"([\w.-]{1,100})"\s{0,40}:\s{0,40}\{[^{}]{0,2000}?"(?:value|computed)"\s{0,40}:(?=\s{0,40}")/g, (whole, name: string) =>
      roleOfName(name) === undefined ? whole : `"${name}":`,
    );
}
