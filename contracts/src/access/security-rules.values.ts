/**
 * The range in which an administrator can set each rule. The default, `usual`, is the most lenient
 * value.
 */
export const securityLimits = {
  passwordMin: { least: 8, most: 15, usual: 8 },
  idleMinutes: { least: 5, most: 30, usual: 30 },
  longestHours: { least: 1, most: 12, usual: 12 },
} as const;
