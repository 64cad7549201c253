/** A request that the service itself refused or aborted; the message is shown in the delivery log. */
export class OutgoingRefusal extends Error {}
