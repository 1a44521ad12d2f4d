CREATE TABLE "site_settings" (
	"name" text PRIMARY KEY NOT NULL,
	"value" text,
	"revision" integer NOT NULL,
	"turn" integer DEFAULT 0 NOT NULL,
	"due_at" timestamp (3) with time zone,
	"changed_at" timestamp (3) with time zone NOT NULL,
	"by" text NOT NULL
);
--> statement-breakpoint
ALTER TABLE "changes" ALTER COLUMN "kind" DROP NOT NULL;--> statement-breakpoint
ALTER TABLE "changes" ALTER COLUMN "project_id" DROP NOT NULL;--> statement-breakpoint
ALTER TABLE "changes" ALTER COLUMN "author" DROP NOT NULL;--> statement-breakpoint
ALTER TABLE "changes" ALTER COLUMN "is_new" DROP NOT NULL;