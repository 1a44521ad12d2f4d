ALTER TABLE "kept_forms" ADD COLUMN "updated_at" timestamp (3) with time zone DEFAULT now() NOT NULL;--> statement-breakpoint
ALTER TABLE "kept_forms" ADD COLUMN "expires_at" timestamp (3) with time zone DEFAULT now() + interval '1 day' NOT NULL;--> statement-breakpoint
ALTER TABLE "kept_forms" ADD COLUMN "revision" integer DEFAULT 1 NOT NULL;--> statement-breakpoint
ALTER TABLE "kept_forms" ADD COLUMN "kind" text;--> statement-breakpoint
ALTER TABLE "kept_forms" ADD COLUMN "title" text DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE "kept_forms" ADD COLUMN "project_id" text;--> statement-breakpoint
ALTER TABLE "kept_forms" ADD COLUMN "file_ids" text[] DEFAULT '{}' NOT NULL;--> statement-breakpoint
ALTER TABLE "kept_forms" ADD COLUMN "key" text;--> statement-breakpoint
ALTER TABLE "kept_forms" ADD CONSTRAINT "kept_forms_project_id_projects_id_fk" FOREIGN KEY ("project_id") REFERENCES "public"."projects"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "kept_forms_by_key" ON "kept_forms" USING btree ("uid","key");--> statement-breakpoint
CREATE INDEX "kept_forms_by_project" ON "kept_forms" USING btree ("project_id");--> statement-breakpoint
CREATE INDEX "kept_forms_by_end" ON "kept_forms" USING btree ("expires_at");