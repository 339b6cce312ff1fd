import { getFirestore } from "firebase-admin/firestore";

/** Once a night: what was added to a pantry since yesterday. */
export async function digest(household: string, since: Date) {
  return getFirestore()
    .collection(`households/${household}/items`)
    .where("added", ">", since)
    .orderBy("added")
    .limit(100)
    .get();
}
