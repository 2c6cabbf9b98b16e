const destructive = /^(delete|revoke|remove|replace|clear|reset|discard|sign out|turn off|disconnect|unlink|forget|erase|leave|empty)\b/i;

/** Whether the label of a main button names something that takes away what a user has. */
export function destructiveLabel(label: string): boolean {
  return destructive.test(label);
}
