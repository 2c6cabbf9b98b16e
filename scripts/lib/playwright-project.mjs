/** Which of Playwright's projects a command line names. */

/**
 * True if `--project NAME` or `--project=NAME` names it; other options' values, as of `--grep`, do not count.
 * @param {readonly string[]} args
 * @param {string} name
 */
export function asksForProject(args, name) {
  return args.some((arg, at) => {
    if (arg.startsWith('--project=')) return arg.slice('--project='.length) === name;
    return arg === '--project' && namesAfter(args, at).includes(name);
  });
}

/** The option takes several names: all words up to the next option. @param {readonly string[]} args @param {number} at */
function namesAfter(args, at) {
  const rest = args.slice(at + 1);
  const end = rest.findIndex((arg) => arg.startsWith('-'));
  return end === -1 ? rest : rest.slice(0, end);
}
