/** What a group holds at most, a message, and a page of them. */
export const chatMembersMax = 100;
export const chatTextMax = 4000;
export const chatPageMessages = 40;
