CREATE TABLE "invitations" (
	"id" text PRIMARY KEY NOT NULL,
	"hash" text NOT NULL,
	"role" text NOT NULL,
	"by" text NOT NULL,
	"expires_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "invitations_hash_unique" UNIQUE("hash")
);
--> statement-breakpoint
ALTER TABLE "audit" ALTER COLUMN "kind" DROP NOT NULL;--> statement-breakpoint
ALTER TABLE "audit" ALTER COLUMN "project_id" DROP NOT NULL;--> statement-breakpoint
ALTER TABLE "accounts" ADD COLUMN "role" text;--> statement-breakpoint
ALTER TABLE "accounts" ADD COLUMN "role_since" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "accounts" ADD COLUMN "role_by" text DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE "audit" ADD COLUMN "by_uid" text;--> statement-breakpoint
ALTER TABLE "audit" ADD COLUMN "before" jsonb;--> statement-breakpoint
ALTER TABLE "audit" ADD COLUMN "after" jsonb;--> statement-breakpoint
CREATE INDEX "invitations_by_end" ON "invitations" USING btree ("expires_at");--> statement-breakpoint
CREATE INDEX CONCURRENTLY "accounts_by_role" ON "accounts" USING btree ("role") WHERE "accounts"."role" IS NOT NULL;