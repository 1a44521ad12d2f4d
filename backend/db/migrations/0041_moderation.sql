CREATE TABLE "bulk_actions" (
	"id" text PRIMARY KEY NOT NULL,
	"action" text NOT NULL,
	"filter" jsonb NOT NULL,
	"reason" text NOT NULL,
	"by" text NOT NULL,
	"by_uid" text,
	"at" timestamp (3) with time zone NOT NULL,
	"total" integer NOT NULL,
	"undone_at" timestamp (3) with time zone,
	"undone_by" text DEFAULT '' NOT NULL
);
--> statement-breakpoint
CREATE TABLE "bulk_projects" (
	"bulk_id" text NOT NULL,
	"project_id" text COLLATE "C" NOT NULL,
	"author_uid" text NOT NULL,
	"is_changed" boolean,
	"undone_at" timestamp (3) with time zone,
	"is_mailed" boolean DEFAULT false NOT NULL,
	"is_undo_mailed" boolean DEFAULT false NOT NULL,
	CONSTRAINT "bulk_projects_bulk_id_project_id_pk" PRIMARY KEY("bulk_id","project_id")
);
--> statement-breakpoint
ALTER TABLE "accounts" ADD COLUMN "suspended_at" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "accounts" ADD COLUMN "suspended_until" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "accounts" ADD COLUMN "suspension_reason" text DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE "accounts" ADD COLUMN "suspended_by" text DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE "bulk_projects" ADD CONSTRAINT "bulk_projects_bulk_id_bulk_actions_id_fk" FOREIGN KEY ("bulk_id") REFERENCES "public"."bulk_actions"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "bulk_actions_by_time" ON "bulk_actions" USING btree ("at");