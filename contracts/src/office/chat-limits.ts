/** Maximum people in a group, characters in a message and messages on a page. */
export const chatMembersMax = 100;
export const chatTextMax = 4000;
export const chatPageMessages = 40;
