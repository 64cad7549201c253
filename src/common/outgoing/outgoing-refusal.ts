/** Why a request got no answer, when the reason is ours; its message is the one of the log. */
export class OutgoingRefusal extends Error {}
