/** `electrodb-without-sdk.ts` adds the commands of the SDK to this object, which ElectroDB loads instead of the SDK. */
module.exports = {}
