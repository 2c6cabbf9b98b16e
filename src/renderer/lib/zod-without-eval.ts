/** Has zod compile no validators: the page's content security policy refuses `eval`, and each attempt would be reported. */

// Not imported from zod, which windows load only once a screen validates something.
const holder = globalThis as { __zod_globalConfig?: { jitless?: boolean } };
holder.__zod_globalConfig = { ...holder.__zod_globalConfig, jitless: true };
